/**
 * Keeps the projections in step with the records: at every write, after a definition asked for more, and as a whole
 * (`reindex`). The projections are never the truth; whatever is here can be made again from `records`.
 */
import { sql } from 'kysely';
import type { RecordData } from '../../core/definitions/types.ts';
import type { Database, Handle } from '../db/database.ts';
import { type Insert, insertRows } from '../db/insert.ts';
import { rowsById } from '../db/lookup.ts';
import { readSetting } from '../db/storedSettings.ts';
import { RECORD_COLUMNS, type RecordsTable } from '../db/tables.ts';
import { onceAvailable } from '../db/unavailable.ts';
import type { FormRegistry, Prepare } from '../definitions/registry.ts';
import { columnsOf, type ProjectionPlan, planProjection } from './plan.ts';
import { namedIds, projectRow, type RowSource, type Words } from './row.ts';
import { createIndex, dropIndex, ensureTables, makeSearch, pendingKey } from './tables.ts';
import { type KeyedRow, writeNewRow, writeRows } from './write.ts';

const BATCH = 200;

export type RecordRow = Omit<RecordsTable, 'data'> & { data: RecordData };

export interface Known {
  parents?: ReadonlyMap<string, RecordRow>;
  names?: ReadonlyMap<string, string>;
  isNew?: boolean;
  /** Rows of other tables that a new record's row goes together with. */
  extraInserts?: readonly Insert[];
}

export interface Projector {
  plan(form: string): ProjectionPlan;
  /** Columns of a table that are still being filled; lists do not sort or filter by them. */
  pending(plan: ProjectionPlan): ReadonlySet<string>;
  /** Stored names of a form's answers that lists of records below it show. */
  shownBelow(form: string): string[];
  /** Project records of one form inside the write that changed them. */
  project(trx: Handle, form: string, records: RecordRow[], known?: Known): Promise<void>;
  /** Ids of rows older than a moment, or beyond the newest so many; at most `most`, the oldest first. */
  beyond(db: Handle, form: string, newest: number, before: string, most: number): Promise<string[]>;
  /** Take rows out, inside the write that removes their records for good. */
  remove(trx: Handle, form: string, ids: string[]): Promise<void>;
  /** Make every projection anew; answers the number of records. */
  rebuild(report?: (done: number) => void): Promise<number>;
  /** Do bulk work without the indexes of lists, which are made again afterwards (or at the next start, if it is cut short). */
  withoutIndexes<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when nothing waits to be filled. */
  idle(): Promise<void>;
}

/** Answers of a record in the words of the newest version. */
export type ReadAnswers = (form: string, version: number, data: RecordData) => RecordData;

export async function createProjector(
  database: Database,
  registry: FormRegistry,
  readAnswers: ReadAnswers,
): Promise<Projector> {
  const plans = new Map<string, ProjectionPlan>();
  const waiting = new Map<string, Set<string>>();
  let filling: Promise<void> = Promise.resolve();
  /** Indexes and text indexes are down for bulk work. */
  let isBare = false;

  const words = (names: ReadonlyMap<string, string>): Words => ({
    place: (id) => {
      const place = registry.place(id);
      return place ? [place.name_en, place.name_fa, place.name_ps] : [];
    },
    choice: (list, id) => {
      const item = registry.choices(list).find((one) => one.id === id);
      return item ? [item.name_en, item.name_fa, item.name_ps] : [];
    },
    record: (id) => names.get(id) ?? '',
    constants: registry.common().constants,
  });

  const planOf = (form: string): ProjectionPlan => {
    const plan = plans.get(form);
    if (!plan) throw new Error(`there is no projection for the form ${form}`);
    return plan;
  };

  const project = async (trx: Handle, form: string, records: RecordRow[], known: Known = {}): Promise<void> => {
    const plan = planOf(form);
    const parents = new Map<string, RecordRow>();
    for (const { parent_id } of records) {
      const parent = parent_id ? known.parents?.get(parent_id) : undefined;
      if (parent) parents.set(parent.id, parent);
    }
    await addRecords(
      trx,
      records.flatMap((record) => (record.parent_id && !parents.has(record.parent_id) ? [record.parent_id] : [])),
      parents,
    );
    const answers = (record: RecordRow) => readAnswers(record.form, record.form_version, record.data);
    const parentOf = (record: RecordRow) => {
      const parent = record.parent_id ? parents.get(record.parent_id) : undefined;
      return parent ? { name: parent.name, data: answers(parent) } : null;
    };
    const sources = records.map(
      (record): RowSource => ({ ...record, data: answers(record), parent: parentOf(record) }),
    );
    const needed = sources.flatMap((source) => namedIds(plan, source.data, source.parent?.data));
    const names = new Map<string, string>();
    for (const id of needed) {
      const name = known.names?.get(id);
      if (name !== undefined) names.set(id, name);
    }
    await addNames(
      trx,
      needed.filter((id) => !names.has(id)),
      names,
    );
    const vocabulary = words(names);
    const rows = sources.map((source): KeyedRow => ({ id: source.id, ...projectRow(plan, source, vocabulary) }));
    const [first] = rows;
    if (first && known.extraInserts) await writeNewRow(trx, database.dialect, plan, first, known.extraInserts, !isBare);
    else if (isBare && known.isNew) {
      const cells = rows.map((row) => [row.id, ...row.values]);
      await insertRows(trx, database.dialect, plan.table, columnsOf(plan), cells);
    } else await writeRows(trx, database.dialect, plan, rows, known.isNew === true, !isBare);
  };

  /** Give the columns of a plan their values, oldest record first, in batches that let others write in between. */
  const fill = async (plan: ProjectionPlan): Promise<void> => {
    const columns = JSON.parse((await readSetting(database.read, pendingKey(plan.table))) ?? '[]') as string[];
    waiting.set(plan.table, new Set(columns));
    let after = '';
    for (;;) {
      const last = await database.transaction(async (trx) => {
        const records = await batchOf(trx, after, plan.form.form);
        if (records.length > 0) await project(trx, plan.form.form, records);
        return records.at(-1)?.id;
      });
      if (last === undefined) break;
      after = last;
      await new Promise((resolve) => setImmediate(resolve));
    }
    // First here, then in the database: answers remembered until its next change must not be without these columns.
    waiting.delete(plan.table);
    await database.transaction((trx) => trx.deleteFrom('settings').where('key', '=', pendingKey(plan.table)).execute());
  };

  const prepare: Prepare = async (forms, restrictedQuestions) => {
    const byName = new Map(forms.map((form) => [form.form, form]));
    const context = { formOf: (name: string) => byName.get(name), restrictedQuestions };
    const next = forms.map((form) => planProjection(form, context));
    const toFill = await ensureTables(database, next);
    for (const plan of toFill) waiting.set(plan.table, new Set(['*']));
    for (const plan of next) plans.set(plan.form.form, plan);
    if (toFill.length === 0) return;
    filling = filling
      .catch(() => undefined)
      .then(async () => {
        for (const plan of toFill) await onceAvailable(() => fill(plan));
      });
    // The rows are asked for again at the next start; `idle` hands the reason to whoever waits.
    filling.catch(() => undefined);
  };

  const makeIndexes = async (): Promise<void> => {
    for (const plan of plans.values()) {
      await database.transaction(async (trx) => {
        if (database.engine === 'postgres') await sql`SET LOCAL statement_timeout = 0`.execute(trx);
        await makeSearch(database, trx, plan);
        for (const index of plan.indexes) await createIndex(trx, plan, index);
      });
    }
    isBare = false;
    await database.dialect.analyze(database.kysely);
  };

  const dropIndexes = async (): Promise<void> => {
    await database.transaction(async (trx) => {
      for (const plan of plans.values()) {
        await database.dialect.dropSearch(trx, plan.table);
        for (const index of plan.indexes) await dropIndex(trx, index);
      }
    });
    isBare = true;
  };

  const rebuild = (report?: (done: number) => void): Promise<number> => database.bulk(() => makeAnew(report));

  const makeAnew = async (report?: (done: number) => void): Promise<number> => {
    await filling;
    for (const plan of plans.values()) {
      await database.transaction((trx) => database.dialect.dropProjection(trx, plan.table));
    }
    await ensureTables(database, [...plans.values()]);
    await dropIndexes();
    let done = 0;
    let after = '';
    for (;;) {
      const records = await batchOf(database.read, after);
      if (records.length === 0) break;
      after = (records.at(-1) as RecordRow).id;
      const byForm = group(records);
      await database.transaction(async (trx) => {
        for (const [form, list] of byForm) if (plans.has(form)) await project(trx, form, list, { isNew: true });
      });
      done += records.length;
      report?.(done);
    }
    await makeIndexes();
    await database.transaction(async (trx) => {
      for (const plan of plans.values())
        await trx.deleteFrom('settings').where('key', '=', pendingKey(plan.table)).execute();
    });
    waiting.clear();
    return done;
  };

  await prepare(registry.forms(), registry.restrictedQuestions);
  registry.beforeServing(prepare);

  return {
    plan: planOf,
    pending: (plan) => waiting.get(plan.table) ?? NOTHING,
    shownBelow: (form) =>
      [...plans.values()]
        .filter((plan) => (plan.form.definition.parent?.forms as string[] | undefined)?.includes(form))
        .flatMap((plan) => plan.answers.flatMap(({ ofParent, property }) => (ofParent && property ? [property] : []))),
    project,
    async beyond(db, form, newest, before, most) {
      const table = sql.table(planOf(form).table);
      const { rows } = await sql<{ id: string }>`SELECT id FROM ${table} WHERE created_at < ${before} OR created_at <
        (SELECT created_at FROM ${table} ORDER BY created_at DESC LIMIT 1 OFFSET ${sql.lit(newest - 1)})
        ORDER BY created_at LIMIT ${sql.lit(most)}`.execute(db);
      return rows.map(({ id }) => id);
    },
    async remove(trx, form, ids) {
      const { table } = planOf(form);
      if (!isBare) await database.dialect.removeSearch(trx, table, ids);
      await sql`DELETE FROM ${sql.table(table)} WHERE id IN (${sql.join(ids)})`.execute(trx);
    },
    rebuild,
    withoutIndexes: (work) =>
      database.bulk(async () => {
        await dropIndexes();
        try {
          return await work();
        } finally {
          await makeIndexes();
        }
      }),
    idle: () => filling,
  };
}

const NOTHING: ReadonlySet<string> = new Set();

function group(records: RecordRow[]): Map<string, RecordRow[]> {
  const groups = new Map<string, RecordRow[]>();
  for (const record of records) groups.set(record.form, [...(groups.get(record.form) ?? []), record]);
  return groups;
}

async function batchOf(db: Handle, after: string, form?: string): Promise<RecordRow[]> {
  let query = db.selectFrom('records').selectAll().where('id', '>', after).orderBy('id').limit(BATCH);
  if (form) query = query.where('form', '=', form);
  return (await query.execute()).map((row) => ({ ...row, data: JSON.parse(row.data) as RecordData }));
}

/** Records by id, into the map. */
async function addRecords(db: Handle, ids: string[], into: Map<string, RecordRow>): Promise<void> {
  for (const row of await rowsById(db, 'records', RECORD_COLUMNS, [...new Set(ids)]))
    into.set(row.id, { ...row, data: JSON.parse(row.data) as RecordData });
}

/** Names of records by id, into the map. */
export async function addNames(db: Handle, ids: string[], into: Map<string, string>): Promise<void> {
  for (const row of await rowsById(db, 'records', ['id', 'name'], [...new Set(ids)])) into.set(row.id, row.name);
}
