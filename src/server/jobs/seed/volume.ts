/**
 * Many records of one form or of all, made from definitions alone: sites and people first, then what belongs to them,
 * spread over places and eighteen months. The same seed and day make the same records.
 */
import type { CompiledForm, RecordData } from '../../../core/definitions/types.ts';
import { holdsFiles } from '../../../core/form/types/question.ts';
import { kabulDay } from '../../../core/text/dates.ts';
import type { Database } from '../../db/database.ts';
import type { FormRegistry } from '../../definitions/registry.ts';
import type { FileStore } from '../../files/store.ts';
import { addRecords, type Projector, type RecordRow } from '../../projections/projector.ts';
import { placeOf } from '../../records/prepare.ts';
import { nameOf } from '../../records/recordName.ts';
import type { Place } from '../../reference/places.ts';
import { type AnswerContext, answersFor, validAnswers } from './answers.ts';
import { bulkWriter, type Finished } from './bulk.ts';
import { bulkCodes } from './codes.ts';
import { drawPictures, type Pictures } from './pictures.ts';
import { type Random, seededRandom } from './random.ts';

export interface VolumeDeps {
  database: Database;
  registry: FormRegistry;
  projector: Projector;
  files: FileStore;
}

export interface VolumeOptions {
  /** How many, besides the sites and people they need. */
  records: number;
  /** Only this form; else all of them, sheets and surveys most. */
  form?: string;
  seed?: number;
  now: Date;
  report?(done: number): void;
}

const SPAN = 548 * 86_400_000;
const BATCH = 1000;
const MOST_PARENTS = 20_000;
const FEW = 20;
/** From this many on, indexes are made once at the end. */
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

/** Number of records made, the ones they needed included. */
export async function seedVolume(deps: VolumeDeps, options: VolumeOptions): Promise<number> {
  const work = () => fill(deps, options);
  return options.records >= LARGE ? deps.projector.withoutIndexes(work) : work();
}

async function fill(
  { database, registry, projector, files }: VolumeDeps,
  { records: wanted, form: only, seed = 1, now, report }: VolumeOptions,
): Promise<number> {
  const writer = bulkWriter(database, registry, projector);
  const codes = await bulkCodes(database);
  const random = seededRandom(seed + (await countOf(database)));
  const user = await database.read
    .selectFrom('users')
    .select(['id', 'name'])
    .where('disabled', '=', 0)
    .orderBy('username_key')
    .limit(1)
    .executeTakeFirst();
  const by = user ?? { id: 'seed', name: 'seed' };
  const locations = spotsOf(registry);
  const spotOf = new Map(locations.map((location) => [location.district_id, location]));
  const pools = new Map<string, RecordRow[]>();
  const parentsById = new Map<string, RecordRow>();
  const names = new Map<string, string>();
  let made = 0;
  let pictures: Pictures | undefined;

  const poolOf = async (name: string): Promise<RecordRow[]> => {
    let pool = pools.get(name);
    if (!pool) {
      const ids = await database.read
        .selectFrom('records')
        .select('id')
        .where('form', '=', name)
        .where('deleted_at', 'is', null)
        .limit(MOST_PARENTS)
        .execute();
      const rows = new Map<string, RecordRow>();
      await addRecords(
        database.read,
        ids.map((row) => row.id),
        rows,
      );
      pool = [...rows.values()];
      pools.set(name, pool);
      remember(pool);
    }
    return pool;
  };

  const remember = (rows: readonly RecordRow[]): void => {
    for (const row of rows) {
      parentsById.set(row.id, row);
      names.set(row.id, row.name);
    }
  };

  const make = async (form: CompiledForm, count: number, asked: ReadonlySet<string>): Promise<void> => {
    const inner = new Set([...asked, form.form]);
    for (const name of neededForms(form)) {
      const other = registry.form(name);
      const pool = await poolOf(name);
      const enough = form.definition.parent?.forms.includes(name)
        ? Math.min(MOST_PARENTS, Math.max(FEW, Math.ceil(count / 100)))
        : FEW;
      if (other && !inner.has(name) && pool.length < enough) await make(other, enough - pool.length, inner);
    }
    const parents = (await Promise.all((form.definition.parent?.forms ?? []).map(poolOf))).flat();
    const related = new Map<string, string[]>();
    for (const name of neededForms(form))
      related.set(
        name,
        (await poolOf(name)).map((row) => row.id),
      );
    if ([...form.fields.values()].some((node) => node.required && holdsFiles(node)))
      pictures ??= await drawPictures(files, database.kysely, random, by.id);
    const joined = new Map<string, readonly string[]>();
    const idsOf = (names: readonly string[]): readonly string[] => {
      const key = names.join(' ');
      const ids = joined.get(key) ?? names.flatMap((name) => related.get(name) ?? []);
      joined.set(key, ids);
      return ids;
    };
    const validator = await registry.validator(form);
    const pool = await poolOf(form.form);
    for (let done = 0; done < count; ) {
      const size = Math.min(BATCH, count - done);
      const batch = Array.from({ length: size }, (_, n): Finished => {
        const created = new Date(
          now.getTime() - SPAN + Math.floor(((done + n + random.next()) / count) * (SPAN - 60_000)),
        );
        const parent = parents.length > 0 ? random.pick(parents) : null;
        const location = spotFor(locations, spotOf, parent, random);
        const context: AnswerContext = {
          random,
          registry,
          today: kabulDay(created),
          ...location,
          fileFor: (node) => (node.required ? pictures?.attach('photo', by.id, created) : undefined),
          idsOf: (names) => idsOf(names),
        };
        const given: RecordData = {};
        if (parent && form.definition.parent) given[form.definition.parent.field] = parent.id;
        if (form.definition.date) given[form.definition.date] = kabulDay(created);
        let data = validAnswers(form, validator, answersFor(form, given, context), context);
        const code = codes.next(form, data);
        if (code && form.definition.code?.typed && form.byProperty.has('code')) data = { ...data, code };
        return {
          id: random.id(created),
          form: form.form,
          form_version: form.version,
          code,
          name: nameOf(form, data, code, names),
          ...placeOf(form, data, parent, registry),
          captured_at: null,
          device_id: null,
          deleted_at: null,
          steps: [{ action: 'create', at: created.toISOString(), by, state: registry.workflow(form).initial, data }],
        };
      });
      if (pictures) await database.transaction((trx) => (pictures as Pictures).flush(trx));
      const rows = await writer.write(batch, { parents: parentsById, names });
      const kept = rows.slice(0, MOST_PARENTS - pool.length);
      pool.push(...kept);
      remember(kept);
      done += size;
      made += size;
      report?.(made);
    }
  };

  const chosen = only ? [formNamed(registry, only)] : registry.forms();
  const total = chosen.reduce((sum, form) => sum + WEIGHTS[form.definition.kind], 0);
  const order = [...chosen].sort((a, b) => WEIGHTS[a.definition.kind] - WEIGHTS[b.definition.kind]);
  for (const form of order)
    await make(form, only ? wanted : Math.round((wanted * WEIGHTS[form.definition.kind]) / total), new Set());
  await codes.save();
  if (wanted < LARGE) await database.dialect.analyze(database.kysely);
  return made;
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

/** Forms whose records these answers point to: parents, records, people. */
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

/** Near the parent; a third of everything else lies in the first provinces, as in life. */
function spotFor(
  locations: Location[],
  byDistrict: Map<string | null, Location>,
  parent: RecordRow | null,
  random: Random,
): Location {
  const own = parent?.district_id ? byDistrict.get(parent.district_id) : undefined;
  if (own) return own;
  return random.percent(33)
    ? (locations[Math.floor(random.next() ** 2 * locations.length)] as Location)
    : random.pick(locations);
}
