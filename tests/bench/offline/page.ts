/** What the bench does with the encrypted store of the person who is logged in, beside the app (`window.bench`). */

import { packAllForms } from '../../../src/app/offline/reads/packing.ts';
import { localRegistry } from '../../../src/app/offline/reads/registry.ts';
import { localProjectionPlan } from '../../../src/app/offline/reads/rows.ts';
import { offlineSource } from '../../../src/app/offline/source.ts';
import { readyStore } from '../../../src/app/offline/store/index.ts';
import { startI18n } from '../../../src/app/shell/i18n.ts';
import type { FormsResponse, ListQuery, PlaceView } from '../../../src/core/generated/api.ts';
import { DOCUMENTS } from '../../../src/core/sync/documents.ts';
import { HASHES_KEY } from '../../../src/core/sync/reference.ts';
import type { LocalRecord } from '../../../src/core/sync/types.ts';
import { median } from '../median.ts';

const ROUNDS = 9;
const LOOKING = 3000;

async function own() {
  const store = await readyStore();
  if (!store) throw new Error('no store is open');
  return { store, source: offlineSource(store), registry: await localRegistry(store) };
}

/** Milliseconds of the first call, and the median of later ones. */
async function timed(work: () => Promise<unknown>, before?: () => Promise<unknown>): Promise<[number, number]> {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    await before?.();
    const since = performance.now();
    await work();
    times.push(performance.now() - since);
  }
  const [first = 0, ...later] = times;
  return [first, median(later)];
}

const bench = {
  /** Names of the forms that this device has. */
  async forms(): Promise<string[]> {
    const { store } = await own();
    return ((await store.documents.get<FormsResponse>(DOCUMENTS.forms))?.data ?? []).map(({ form }) => form);
  },
  /** Returns the number of records by form. */
  async counts(): Promise<Record<string, number>> {
    return (await own()).store.records.counts();
  },
  async waiting(): Promise<string[]> {
    return (await (await own()).store.operations.all()).map(({ state }) => state.is);
  },
  /** Adds records and places, which are at these addresses. Returns the path of the form's list. */
  async fill({ records, places, form }: { records: string; places: string; form: string }): Promise<string> {
    const { store, registry } = await own();
    const read = async <T>(path: string) => (await (await fetch(path)).json()) as T;
    await store.documents.put(DOCUMENTS.places('bench'), await read<PlaceView[]>(places));
    const hashes = await store.documents.get<Record<string, string>>(HASHES_KEY);
    await store.documents.put(HASHES_KEY, { ...hashes, 'sync/places?province=bench': 'bench' });
    await store.records.put(await read<LocalRecord[]>(records));
    // As preparing does at its end.
    await packAllForms(store);
    return registry.entry(form)?.paths.list ?? '';
  },
  /** Asks the source for pages, as the list asks it. */
  async lists(name: string): Promise<[what: string, first: number, then: number][]> {
    const { store, source, registry } = await own();
    const form = registry.form(name);
    const api = registry.entry(name)?.api;
    if (!form || !api) throw new Error(`there is no form ${name}`);
    const page = (query: Partial<ListQuery>) => () => source.list(api, { page: 1, per_page: 20, ...query });
    const found: [string, number, number][] = [['first page after a reload', ...(await timed(page({})))]];
    const plan = localProjectionPlan(registry, form);
    const sorts = [...plan.columns.entries()].filter(([, { isSortable }]) => isSortable).map(([column]) => column);
    const tasks: [string, () => Promise<unknown>][] = [
      ['page 500', page({ page: 500 })],
      ['search of one word', page({ text: 'ښوونځي' })],
      ['search of two words', page({ text: 'مكتب کوه' })],
      ['filter by province', page({ filters: [{ field: 'province_id', op: 'eq', value: 'p1' }] })],
      ['search of everything by name', () => source.find('کوه', new AbortController().signal)],
      ['search of a place', () => source.findPlaces({ text: 'کوه' })],
      ...sorts.slice(0, 4).map((sort): [string, () => Promise<unknown>] => [`sorted by ${sort}`, page({ sort })]),
    ];
    // As long as a person looks at the page at least.
    await new Promise((done) => setTimeout(done, LOOKING));
    for (const [what, work] of tasks) found.push([what, ...(await timed(work))]);
    const change = async () => store.records.put(await store.records.getMany(['r0']));
    found.push(['first page after a record changed', ...(await timed(page({}), change))]);
    return found;
  },
  /** Saves records with the answers of one that is here, some of them with a photo. */
  async save(name: string, { records, photos, photo }: { records: number; photos: number; photo: string }) {
    const { store, source, registry } = await own();
    const entry = registry.entry(name);
    const [sample] = await store.records.ofForm(name);
    if (!entry || !sample) throw new Error(`there is no record of ${name}`);
    const { problems: _problems, scan: _scan, photo: _photo, ...seen } = sample.record.data;
    // Only ratings that report no problem, so that no problem has to be described.
    const answers = Object.fromEntries(
      Object.entries(seen).map(([key, value]) => [key, value === 'bad' || value === 'fair' ? 'good' : value]),
    );
    const jpeg = await (await fetch(photo)).arrayBuffer();
    for (let at = 0; at < records; at += 1) {
      const files: string[] = [];
      if (at < photos) {
        const bytes = new Uint8Array(jpeg.slice(0));
        // The last bytes of a picture are the end of its noise. No two files are the same.
        new DataView(bytes.buffer).setUint32(bytes.length - 40, at);
        const question = { form: name, field: 'photo' };
        const file = new Blob([bytes], { type: 'image/jpeg' });
        files.push((await source.uploadFile(file, `${at}.jpg`, undefined, undefined, question)).id);
      }
      const body = { ...answers, client_id: crypto.randomUUID(), ...(files.length > 0 && { photo: files }) };
      await source.store(entry.api, body as Parameters<typeof source.store>[1]);
    }
  },
};

export type Bench = typeof bench;
await startI18n();
Object.assign(window, { bench });
