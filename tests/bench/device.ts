/**
 * Lists of a device in memory: `npm run bench -- device [records] [places]`. Prints processor milliseconds of Node for a page of
 * the form with the most listed columns. Decryption is not part of it: records and reference data are in a plain store.
 */
import { cpuUsage, memoryUsage } from 'node:process';
import { localRegistry } from '../../src/app/offline/source/registry.ts';
import { rowsOf } from '../../src/app/offline/source/rows.ts';
import type { CompiledForm } from '../../src/core/definitions/types.ts';
import type { PlaceView } from '../../src/core/generated/api.ts';
import { evaluate } from '../../src/core/query/evaluate.ts';
import type { ListQuery } from '../../src/core/query/listQuery.ts';
import { findPlaces } from '../../src/core/query/placeSearch.ts';
import { DOCUMENTS } from '../../src/core/sync/documents.ts';
import type { SyncStore } from '../../src/core/sync/store.ts';
import type { LocalRecord } from '../../src/core/sync/types.ts';
import { searchWords } from '../../src/core/text/fold.ts';
import { common, looseAnswers, versions } from '../support/looseAnswers.ts';

const ROUNDS = 9;
const WORDS = ['آفتاب', 'باران', 'مکتب', 'ښوونځی', 'کلینیک', 'لیسه', 'نو', 'کهنه', 'بازار', 'کوه', 'چشمه', 'دره'];
/** Answers made once and shared by many records. */
const KINDS = 200;

/** Options: numbers of records (default 20,000) and places (40,000). */
export async function device([records = '20000', places = '40000']: string[]): Promise<void> {
  const form = [...versions].sort((a, b) => columns(b) - columns(a))[0] as CompiledForm;
  const before = heap();
  const list = manyRecords(form, Number(records));
  const store = plainStore(list, new Map(documents(manyPlaces(Number(places)))));
  const registry = await localRegistry(store);
  const stored = heap();
  const first = await measured(() => rowsOf(store, registry, form), 1);
  const { plan, rows } = first.result;
  console.log(`${records} records of ${columns(form)} listed columns, ${places} places; heap ${stored - before} MB of
records and places, ${heap() - stored} MB of rows. Making the rows the first time: ${first.time} ms of processor time\n`);
  const sorts = [...plan.columns.entries()].filter(([, { isSortable }]) => isSortable).map(([name]) => name);
  const page = (more: Partial<ListQuery>) => {
    const query = { filters: [], sort: [], page: 1, per_page: 20, ...more };
    return async () => evaluate(plan, (await rowsOf(store, registry, form)).rows, query);
  };
  const tasks: [string, () => unknown][] = [
    ['first page', page({})],
    ['page 500', page({ page: 500 })],
    ['search of one word', page({ text: 'ښوونځي' })],
    ['search of two words', page({ text: 'مكتب کوه' })],
    ['filter', page({ filters: [{ field: 'province_id', op: 'eq', value: 'p1' }] })],
    ['search of a place', () => findPlaces<PlaceView>(registry, searchWords('کوه'), ALL_PLACES)],
  ];
  console.log('| what | first ms | then ms |\n|---|--:|--:|');
  for (const sort of sorts.slice(0, 6)) {
    const once = await measured(
      () => evaluate(plan, [...rows], { filters: [], sort: [sort], page: 1, per_page: 20 }),
      1,
    );
    tasks.push([`sorted by ${sort}, the first time ${once.time}`, page({ sort: [sort] })]);
  }
  for (const [name, work] of tasks) {
    const once = await measured(work, 1);
    console.log(`| ${name} | ${once.time} | ${(await measured(work, ROUNDS)).time} |`);
  }
}

const ALL_PLACES = { language: 'fa' as const, most: 30, isAsked: () => true };

function columns({ definition }: CompiledForm): number {
  return definition.list.columns.length + (definition.list.search?.length ?? 0);
}

/** Returns the median of the processor time in milliseconds. */
async function measured<T>(work: () => T, rounds: number): Promise<{ time: number; result: Awaited<T> }> {
  const times: number[] = [];
  let result = undefined as Awaited<T>;
  for (let round = 0; round < rounds; round += 1) {
    const start = cpuUsage();
    result = await work();
    const { user, system } = cpuUsage(start);
    times.push((user + system) / 1000);
  }
  times.sort((a, b) => a - b);
  return { time: Math.round((times[rounds >> 1] as number) * 10) / 10, result };
}

/** Megabytes in use, after a collection if `node --expose-gc` allows one. */
function heap(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return Math.round(memoryUsage().heapUsed / 2 ** 20);
}

function words(at: number): string {
  return [3, 7, 11].map((step) => WORDS[(at * step + Math.floor(at / 13)) % WORDS.length]).join(' ');
}

function manyRecords(form: CompiledForm, count: number): LocalRecord[] {
  const answers = Array.from({ length: KINDS }, (_, seed) => JSON.stringify(looseAnswers(form, seed)));
  const person = { id: 'a', name: 'نمونه' };
  return Array.from({ length: count }, (_, at): LocalRecord => {
    const time = new Date(Date.UTC(2025, 0, 1) + at * 1_777_000).toISOString();
    const province = at % 9;
    return {
      record: {
        id: `r${at.toString(36)}`,
        form: form.form,
        form_version: form.version,
        code: `CODE_${at + 1}`,
        state: at % 3 ? 'submitted' : 'verified',
        parent_id: null,
        site_id: null,
        province_id: `p${province}`,
        district_id: `d${province}-${at % 40}`,
        village_id: null,
        organization_id: null,
        version: 1,
        created_by: person.id,
        created_at: time,
        edited_by: person.id,
        updated_by: person.id,
        updated_at: time,
        captured_at: null,
        device_id: null,
        deleted_at: null,
        data: JSON.parse(answers[at % KINDS] as string),
      },
      name: `${words(at)} ${at}`,
      refs: { [person.id]: { name: person.name } },
    };
  });
}

function manyPlaces(count: number): PlaceView[] {
  const place = (id: string, level: PlaceView['level'], parent_id: string | null, name: string): PlaceView => {
    const names = { name, name_en: name, name_fa: name, name_ps: name };
    return { id, level, parent_id, ...names, pcode: id, aliases: [], latitude: null, longitude: null };
  };
  const provinces = Array.from({ length: 34 }, (_, at) => place(`p${at}`, 'province', null, words(at)));
  const districts = Array.from({ length: 34 * 40 }, (_, at) =>
    place(`d${at % 34}-${Math.floor(at / 34)}`, 'district', `p${at % 34}`, words(at)),
  );
  const villages = Array.from({ length: count - provinces.length - districts.length }, (_, at) =>
    place(`v${at}`, 'village', districts[at % districts.length]?.id ?? null, `${words(at)} ${at}`),
  );
  return [...provinces, ...districts, ...villages];
}

function documents(places: PlaceView[]): [string, unknown][] {
  const { permissions, home, review, constants, navigation, workflows } = common;
  return [
    [DOCUMENTS.common, { constants, navigation, workflows, roles: permissions.roles, revision: 1 }],
    [DOCUMENTS.rules, { permissions, home, review }],
    [DOCUMENTS.forms, { data: [], revision: 1 }],
    [DOCUMENTS.provinces, []],
    [DOCUMENTS.places('all'), places],
    ...versions.map((form): [string, unknown] => [
      DOCUMENTS.definition(form.form, form.version),
      { form: form.form, version: form.version, definition: form.definition, schema: form.contract },
    ]),
  ];
}

/** A store that only reads. Like the real one it gives the same objects at each call. */
function plainStore(list: readonly LocalRecord[], all: ReadonlyMap<string, unknown>): SyncStore {
  const none: LocalRecord[] = [];
  return {
    records: { ofForm: async (form: string) => (form === list[0]?.record.form ? list : none) },
    documents: {
      get: async (key: string) => all.get(key),
      keys: async (prefix: string) => [...all.keys()].filter((key) => key.startsWith(prefix)),
    },
    watch: () => () => {},
  } as unknown as SyncStore;
}
