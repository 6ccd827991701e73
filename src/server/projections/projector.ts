/**
 * Keeps the projections up to date: at every write (`project.ts`), after a definition adds columns, and as a whole (`reindex`).
 * Projections hold no data of their own. They can always be rebuilt from `records`. Bulk work runs without their indexes.
 */

import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { type ProjectionPlan, planProjection } from '../../core/query/plan.ts';
import { sourcesOfReports } from '../../core/reports/sources.ts';
import { uniqueValues } from '../../core/saving/identity.ts';
import { bindContext } from '../bind.ts';
import type { Database, Handle } from '../db/database.ts';
import {
  createEventLoopPause,
  groupIntoMap,
  type RecordRow,
  readInSlices,
  readRecords,
  repeatInSlices,
} from '../db/rows.ts';
import { retryUntilAvailable } from '../db/unavailable.ts';
import type { NextDefinitions, PreparationExtent } from '../definitions/preparing.ts';
import type { FormRegistry } from '../definitions/registry.ts';
import {
  beyond,
  idle,
  type Projections,
  pending,
  projectionPlanOf,
  projectRecords,
  removeProjectedRows,
  shownBelow,
} from './project.ts';
import { createIndex, createSearchIndex, dropIndex, ensureProjectionTables, pendingColumnsKey } from './tables.ts';

export type Projector = Awaited<ReturnType<typeof createProjector>>;

export async function createProjector(database: Database, registry: FormRegistry) {
  const filling = Promise.resolve();
  const projections: Projections = { database, registry, plans: new Map(), waiting: new Map(), filling, isBare: false };
  await registry.beforeServing((next, extent) => prepareTables(projections, next, extent));
  return {
    ...bindContext(projections, {
      plan: projectionPlanOf,
      pending,
      shownBelow,
      project: projectRecords,
      beyond,
      remove: removeProjectedRows,
      rebuild,
      reproject,
      idle,
    }),
    withoutIndexes: <T>(work: () => Promise<T>) => withoutIndexes(projections, work),
  };
}

const BATCH = 200;

/** Shortens a name to its beginning and a hash, with room for suffixes. PostgreSQL cuts names at 63 bytes. */
function shorten(name: string): string {
  if (name.length <= 50) return name;
  return `${name.slice(0, 41)}_${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}

/**
 * Updates the tables for the newest versions, and with the extent `all` the plans: then new columns are filled in the background.
 * Returns the forms whose tables cannot be made, each with the error; then the plans stay as they were.
 */
async function prepareTables(
  projections: Projections,
  { forms, reports, restrictedQuestions }: NextDefinitions,
  extent: PreparationExtent,
): Promise<Map<string, unknown>> {
  const { database, plans, waiting } = projections;
  const byName = new Map(forms.map((form) => [form.form, form]));
  const context = { formOf: (name: string) => byName.get(name), restrictedQuestions, shorten };
  const failed = new Map<string, unknown>();
  const next: ProjectionPlan[] = [];
  const breathe = createEventLoopPause();
  for (const form of forms) {
    await breathe();
    try {
      next.push(planProjection(form, { ...context, ofReports: sourcesOfReports(reports, form) }));
    } catch (error) {
      failed.set(form.form, error);
    }
  }
  if (extent === 'plans' || failed.size > 0) return failed;
  const pending = await ensureProjectionTables(database, next, ({ form }, error) => failed.set(form.form, error));
  if (extent === 'tables' || failed.size > 0) return failed;
  const toFill = [...pending].map(([plan, columns]) => ({ plan, columns: new Set(columns) }));
  for (const { plan, columns } of toFill) waiting.set(plan.table, columns);
  for (const plan of next) plans.set(plan.form.form, plan);
  if (toFill.length === 0) return failed;
  projections.filling = projections.filling
    .catch(() => undefined)
    .then(async () => {
      for (const { plan, columns } of toFill) await retryUntilAvailable(() => fill(projections, plan, columns));
    });
  // Filling that failed is repeated at the next start. `idle` passes the error on to callers that wait.
  projections.filling.catch(() => undefined);
  return failed;
}

/** Fills the columns of a plan, in the order of record ids, in batches, so that others can write in between. */
async function fill(
  projections: Projections,
  { table, form: { form } }: ProjectionPlan,
  columns: ReadonlySet<string>,
): Promise<void> {
  const { database, waiting } = projections;
  await repeatInSlices((after) =>
    database.transaction(async (trx) => {
      const records = await readRecords(database.dialect.locked(batch(trx, after).where('form', '=', form)));
      if (records.length > 0) await projectRecords(projections, trx, form, records);
      if (columns.has('search_text')) await refoldUnique(projections, trx, records);
      return records.at(-1)?.id;
    }),
  );
  // First in memory, then in the database: otherwise a response without these columns could be cached until the next change.
  // Columns that a later version added meanwhile stay pending: their own filling is still to come.
  if (waiting.get(table) === columns) waiting.delete(table);
  await database.transaction((trx) =>
    pendingOf(trx, table)
      .where('value', '=', JSON.stringify([...columns]))
      .execute(),
  );
}

/** Writes unique values as they are folded now. Of two records that said the same in two spellings, the later one keeps its own. */
async function refoldUnique({ registry }: Projections, trx: Handle, records: readonly RecordRow[]): Promise<void> {
  for (const { id, form: name, form_version, data, deleted_at } of records) {
    const form = deleted_at === null ? registry.form(name, form_version) : undefined;
    for (const { question, value } of form ? uniqueValues(form, data) : [])
      await trx
        .updateTable('unique_values')
        .set({ value })
        .where('record_id', '=', id)
        .where('question', '=', question)
        .where('value', '<>', value)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('unique_values as other')
                .select('other.record_id')
                .where('other.form', '=', name)
                .where('other.question', '=', question)
                .where('other.value', '=', value),
            ),
          ),
        )
        .execute();
  }
}

const batch = (db: Handle, after: string) =>
  db.selectFrom('records').selectAll().where('id', '>', after).orderBy('id').limit(BATCH);

const pendingOf = (trx: Handle, table: string) =>
  trx.deleteFrom('settings').where('key', '=', pendingColumnsKey(table));

/**
 * Writes every row again beside a running server, and removes rows without a record. Each batch is a transaction that sees one
 * state of the store and locks the records it reads, so nothing that is written meanwhile gets lost. After each batch it rests as
 * long as that took, so that others can write. Returns the number of records.
 */
async function reproject(projections: Projections, report: (done: number) => void): Promise<number> {
  const { database, plans } = projections;
  const step = async <T>(work: (trx: Handle) => Promise<T>): Promise<T> => {
    const began = performance.now();
    const result = await retryUntilAvailable(() =>
      database.transaction(async (trx) => {
        if (database.engine === 'postgres') await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`.execute(trx);
        return work(trx);
      }),
    );
    await setTimeout(performance.now() - began);
    return result;
  };
  let done = 0;
  await repeatInSlices(async (after) => {
    const records = await step(async (trx) => {
      const read = await readRecords(database.dialect.locked(batch(trx, after)));
      for (const [form, list] of groupIntoMap(read, (record) => record.form))
        if (plans.has(form)) await projectRecords(projections, trx, form, list);
      return read;
    });
    done += records.length;
    report(done);
    return records.at(-1)?.id;
  });
  for (const plan of plans.values()) while (await step((trx) => removeLeftOver(projections, trx, plan)));
  return done;
}

/** Removes some rows whose record does not exist. Returns false if there are none. */
async function removeLeftOver(
  projections: Projections,
  trx: Handle,
  { table, form }: ProjectionPlan,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM ${sql.table(table)} AS p WHERE NOT EXISTS
    (SELECT 1 FROM records WHERE records.id = p.id AND records.form = ${form.form}) LIMIT ${sql.lit(BATCH)}`.execute(
    trx,
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await removeProjectedRows(projections, trx, form.form, ids);
  return ids.length > 0;
}

/** Rebuilds every projection. No server may run. Returns the number of records. */
function rebuild(projections: Projections, report?: (done: number) => void): Promise<number> {
  const { database, plans, waiting } = projections;
  return database.bulk(async () => {
    await projections.filling;
    for (const { table } of plans.values())
      await database.transaction((trx) => database.dialect.dropProjection(trx, table));
    await ensureProjectionTables(database, [...plans.values()]);
    await dropIndexes(projections);
    let done = 0;
    for await (const records of readInSlices('', idOf, (after) => readRecords(batch(database.read, after)))) {
      await database.transaction(async (trx) => {
        for (const [form, list] of groupIntoMap(records, (record) => record.form))
          if (plans.has(form)) await projectRecords(projections, trx, form, list, { isNew: true });
      });
      done += records.length;
      report?.(done);
    }
    await makeIndexes(projections);
    await database.transaction(async (trx) => {
      for (const { table } of plans.values()) await pendingOf(trx, table).execute();
    });
    waiting.clear();
    return done;
  });
}

const idOf = ({ id }: RecordRow): string => id;

/** Runs bulk work without the lists' indexes. They are made again afterwards, or at the next start if it was cut short. */
function withoutIndexes<T>(projections: Projections, work: () => Promise<T>): Promise<T> {
  return projections.database.bulk(async () => {
    await dropIndexes(projections);
    try {
      return await work();
    } finally {
      await makeIndexes(projections);
    }
  });
}

async function makeIndexes(projections: Projections): Promise<void> {
  const { database, plans } = projections;
  for (const plan of plans.values()) {
    await database.transaction(async (trx) => {
      if (database.engine === 'postgres') await sql`SET LOCAL statement_timeout = 0`.execute(trx);
      await createSearchIndex(database, trx, plan);
      for (const index of plan.indexes) await createIndex(trx, plan, index);
    });
  }
  projections.isBare = false;
  await database.dialect.analyze(database.kysely);
}

async function dropIndexes(projections: Projections): Promise<void> {
  const { database, plans } = projections;
  await database.transaction(async (trx) => {
    for (const plan of plans.values()) {
      await database.dialect.dropSearch(trx, plan.table);
      for (const index of plan.indexes) await dropIndex(trx, index);
    }
  });
  projections.isBare = true;
}
