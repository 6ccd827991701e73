/**
 * Makes many records of one form or of all from the definitions alone: sites and people first, then the records that belong
 * to them, spread over places and eighteen months. The same seed and day make the same records.
 */
import type { CompiledForm, RecordData, ValidatorModule } from '../../src/core/definitions/types.ts';
import { holdsFiles } from '../../src/core/form/types/question.ts';
import { placeOfRecord } from '../../src/core/records/place.ts';
import { composeRecordName } from '../../src/core/saving/identity.ts';
import { kabulDay } from '../../src/core/text/dates.ts';
import type { Database } from '../../src/server/db/open.ts';
import { findRecords, type RecordRow } from '../../src/server/db/rows.ts';
import type { FormRegistry } from '../../src/server/definitions/registry.ts';
import { type AnswerContext, generateValidAnswers } from '../../src/server/demo/answers.ts';
import type { SeedStores } from '../../src/server/demo/context.ts';
import { drawPictures, type Pictures } from '../../src/server/demo/pictures.ts';
import { type Random, seededRandom } from '../../src/server/demo/random.ts';
import { type FinishedRecord, writeDemoRecords } from '../../src/server/demo/write.ts';
import type { Place } from '../../src/server/reference/places.ts';
import { answersFor } from '../support/answersFor.ts';
import { type SeedCodes, seedCodes } from './codes.ts';

export interface VolumeOptions {
  /** Number of records, without the sites and people they need. */
  records: number;
  /** Makes so many records of each of these forms. Default: so many of all forms together, mostly sheets and surveys. */
  forms?: readonly string[];
  seed?: number;
  now: Date;
  report?(done: number): void;
}

const SPAN = 548 * 86_400_000;
const BATCH = 500;
const MOST_PARENTS = 20_000;
const FEW = 20;
/** From this number on, indexes are built once at the end. */
const LARGE = 20_000;
const WEIGHTS: Record<CompiledForm['definition']['kind'], number> = {
  sheet: 60,
  survey: 20,
  event: 8,
  record: 8,
  log: 2,
  table: 2,
  site: 2,
  person: 1,
  row: 0,
};

/** Makes the records and returns their number, including the ones they needed. */
export async function seedVolume(stores: SeedStores, options: VolumeOptions): Promise<number> {
  const work = () => fill(stores, options);
  return options.records >= LARGE ? stores.projector.withoutIndexes(work) : work();
}

/** State of one run. */
interface Volume {
  stores: SeedStores;
  codes: SeedCodes;
  random: Random;
  /** Records that the store held before this run. */
  before: number;
  now: Date;
  by: { id: string; name: string };
  locations: Location[];
  /** Records of each form that others may refer to. */
  pools: Map<string, RecordRow[]>;
  parentsById: Map<string, RecordRow>;
  names: Map<string, string>;
  made: number;
  pictures?: Pictures;
  report(done: number): void;
}

async function fill(stores: SeedStores, options: VolumeOptions): Promise<number> {
  const { database, registry } = stores;
  const { records: wanted, forms: only, seed = 1, now, report = () => undefined } = options;
  const codes = await seedCodes(database);
  const before = await countOf(database);
  const user = await database.read
    .selectFrom('users')
    .select(['id', 'name'])
    .where('disabled', '=', 0)
    .orderBy('username_key')
    .limit(1)
    .executeTakeFirst();
  const volume: Volume = {
    stores,
    codes,
    random: seededRandom(seed + before),
    before,
    now,
    by: user ?? { id: 'seed', name: 'seed' },
    locations: spotsOf(registry),
    pools: new Map(),
    parentsById: new Map(),
    names: new Map(),
    made: 0,
    report,
  };
  const chosen = only?.map((name) => formNamed(registry, name)) ?? registry.forms();
  const total = chosen.reduce((sum, form) => sum + WEIGHTS[form.definition.kind], 0);
  const order = [...chosen].sort((a, b) => WEIGHTS[a.definition.kind] - WEIGHTS[b.definition.kind]);
  for (const form of order)
    await make(volume, form, only ? wanted : Math.round((wanted * WEIGHTS[form.definition.kind]) / total), new Set());
  if (wanted < LARGE) await database.dialect.analyze(database.kysely);
  return volume.made;
}

async function poolOf(volume: Volume, name: string): Promise<RecordRow[]> {
  const { database } = volume.stores;
  let pool = volume.pools.get(name);
  if (!pool) {
    const ids = await database.read
      .selectFrom('records')
      .select('id')
      .where('form', '=', name)
      .where('deleted_at', 'is', null)
      .limit(MOST_PARENTS)
      .execute();
    const rows = await findRecords(
      database.read,
      ids.map((row) => row.id),
    );
    pool = [...rows.values()];
    volume.pools.set(name, pool);
    remember(volume, pool);
  }
  return pool;
}

function remember({ parentsById, names }: Volume, rows: readonly RecordRow[]): void {
  for (const row of rows) {
    parentsById.set(row.id, row);
    names.set(row.id, row.name);
  }
}

/** Makes records of one form, and first those they need. `asked` holds the forms that wait for these records. */
async function make(volume: Volume, form: CompiledForm, count: number, asked: ReadonlySet<string>): Promise<void> {
  const { registry, database, files } = volume.stores;
  const inner = new Set([...asked, form.form]);
  const related = new Map<string, string[]>();
  for (const name of neededForms(form)) {
    const other = registry.form(name);
    const pool = await poolOf(volume, name);
    const enough = form.definition.parent?.forms.includes(name)
      ? Math.min(MOST_PARENTS, Math.max(FEW, Math.ceil(count / 100)))
      : FEW;
    if (other && !inner.has(name) && pool.length < enough) await make(volume, other, enough - pool.length, inner);
    related.set(
      name,
      pool.map((row) => row.id),
    );
  }
  const parents = (await Promise.all((form.definition.parent?.forms ?? []).map((name) => poolOf(volume, name)))).flat();
  if ([...form.fields.values()].some((node) => node.required && holdsFiles(node)))
    volume.pictures ??= await drawPictures(files, database.kysely, volume.random, volume.by.id);
  const joined = new Map<string, readonly string[]>();
  const idsOf = (names: readonly string[]): readonly string[] => {
    const key = names.join(' ');
    const ids = joined.get(key) ?? names.flatMap((name) => related.get(name) ?? []);
    joined.set(key, ids);
    return ids;
  };
  const validator = await registry.validator(form);
  const pool = await poolOf(volume, form.form);
  for (let done = 0; done < count; done += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - done) }, (_, n) =>
      recordOf(volume, form, validator, { nth: n, share: (done + n) / count, each: 1 / count, parents, idsOf }),
    );
    const { codes, pictures, stores } = volume;
    const rows = await database.transaction(async (trx) => {
      await pictures?.flush(trx);
      await codes.save(trx);
      return writeDemoRecords(stores, trx, batch, { parents: volume.parentsById, names: volume.names });
    });
    const kept = rows.slice(0, MOST_PARENTS - pool.length);
    pool.push(...kept);
    remember(volume, kept);
    volume.made += rows.length;
    volume.report(volume.made);
  }
}

interface Among {
  /** Place in the batch. */
  nth: number;
  /** Share of the form's records made before this one, and the share of one record. */
  share: number;
  each: number;
  parents: readonly RecordRow[];
  idsOf: AnswerContext['idsOf'];
}

function recordOf(
  { stores: { registry }, codes, random, before, made, now, by, locations, names, pictures }: Volume,
  form: CompiledForm,
  validator: ValidatorModule,
  { nth, share, each, parents, idsOf }: Among,
): FinishedRecord {
  const created = new Date(now.getTime() - SPAN + Math.floor((share + random.next() * each) * (SPAN - 60_000)));
  const parent = parents.length > 0 ? random.pick(parents) : null;
  const context: AnswerContext = {
    random,
    registry,
    nth: before + made + nth,
    today: kabulDay(created),
    ...spotFor(locations, parent, random),
    fileFor: (node) => (node.required ? pictures?.attach('photo', by.id, created) : undefined),
    idsOf,
  };
  const given: RecordData = {};
  if (parent && form.definition.parent) given[form.definition.parent.field] = parent.id;
  if (form.definition.date) given[form.definition.date] = context.today;
  let data = generateValidAnswers(form, validator, answersFor(form, given, context), context);
  const code = codes.next(form, data);
  if (code && form.definition.code?.typed && form.byProperty.has('code')) data = { ...data, code };
  const at = created.toISOString();
  return {
    form,
    head: {
      id: random.id(created),
      form: form.form,
      form_version: form.version,
      code,
      name: composeRecordName(registry, form, data, code, names),
      ...placeOfRecord(form, data, parent, registry),
      captured_at: null,
      started_at: null,
      device_id: null,
      deleted_at: null,
      created_by: by.id,
      created_at: at,
    },
    steps: [{ action: 'create', at, by, state: registry.workflow(form).initial, data }],
  };
}

function formNamed(registry: FormRegistry, name: string): CompiledForm {
  const form = registry.form(name);
  if (!form) throw new Error(`there is no form ${name}`);
  return form;
}

async function countOf(database: Database): Promise<number> {
  const row = await database.read
    .selectFrom('records')
    .select((query) => query.fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** Returns the forms whose records these answers refer to: parents, records, people. */
function neededForms(form: CompiledForm): string[] {
  const nodes = [...form.fields.values()].flatMap((node) => [node, ...(node.columns ?? [])]);
  return [
    ...new Set([
      ...(form.definition.parent?.forms ?? []),
      ...nodes.flatMap((node) => [...(node.def.record?.forms ?? []), ...(node.def.person?.forms ?? [])]),
    ]),
  ];
}

type Location = Pick<AnswerContext, 'province_id' | 'district_id' | 'village_id' | 'point'>;

function spotsOf(registry: FormRegistry): Location[] {
  const districts = [...registry.places().values()].filter((place) => place.level === 'district' && place.parent_id);
  if (districts.length === 0) throw new Error('there are no districts to put records into');
  return districts.map((place) => ({
    province_id: place.parent_id as string,
    district_id: place.id,
    village_id: null,
    point: pointOf(place),
  }));
}

function pointOf({ latitude, longitude }: Place): Location['point'] {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** Returns a place near the parent. A third of the other records are in the first provinces, as in reality. */
function spotFor(locations: Location[], parent: RecordRow | null, random: Random): Location {
  const own = parent?.district_id && locations.find(({ district_id }) => district_id === parent.district_id);
  if (own) return own;
  return random.percent(33)
    ? (locations[Math.floor(random.next() ** 2 * locations.length)] as Location)
    : random.pick(locations);
}
