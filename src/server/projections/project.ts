/**
 * Writes records into the projection of their form, with the names and answers of other records that their rows show, and says what
 * the projections have.
 */
import { CompiledQuery, sql } from 'kysely';
import { newestAnswers } from '../../core/definitions/versions/upgrade.ts';
import { type ProjectionPlan, projectionColumnsOf } from '../../core/query/plan.ts';
import { labelLookups, namedIds, type ProjectedRow, projectRow, type RowSource } from '../../core/query/row.ts';
import type { NamedRecord } from '../../core/saving/types.ts';
import type { Database, Dialect, Handle } from '../db/database.ts';
import { insertRows, insertStatement, insertTogether, type RowInsert } from '../db/insert.ts';
import { findRecordNames, findRecords, type RecordRow, splitInChunks } from '../db/rows.ts';
import type { FormRegistry } from '../definitions/registry.ts';

/** State that all work on projections shares. */
export interface Projections {
  database: Database;
  registry: FormRegistry;
  /** Plans by form. */
  plans: Map<string, ProjectionPlan>;
  /** Columns that are still being filled, by table. `*` means all columns. */
  waiting: Map<string, ReadonlySet<string>>;
  /** Resolves when no columns are left to fill. */
  filling: Promise<void>;
  /** True while indexes and text indexes are dropped for bulk work. */
  isBare: boolean;
}

/** Rows that the caller has read already. */
export interface LoadedRows {
  parents?: ReadonlyMap<string, NamedRecord>;
  names?: ReadonlyMap<string, string>;
  isNew?: boolean;
  /** Rows of other tables to insert together with a new record's row. */
  extraInserts?: readonly RowInsert[];
}

export function projectionPlanOf({ plans }: Projections, form: string): ProjectionPlan {
  const found = plans.get(form);
  if (!found) throw new Error(`there is no projection for the form ${form}`);
  return found;
}

const NOTHING: ReadonlySet<string> = new Set();

/** Returns the columns of a table that are still being filled. Lists do not sort or filter by them. */
export function pending({ waiting }: Projections, { table }: ProjectionPlan): ReadonlySet<string> {
  return waiting.get(table) ?? NOTHING;
}

/** Returns the property names of a form's answers that lists of records below it show. */
export function shownBelow({ plans }: Projections, form: string): string[] {
  return [...plans.values()]
    .filter((below) => (below.form.definition.parent?.forms as string[] | undefined)?.includes(form))
    .flatMap(({ answers }) => answers.flatMap(({ ofParent, property }) => (ofParent && property ? [property] : [])));
}

/** Returns up to `most` ids, oldest first: rows created before `before`, or before the `newest`-th newest row. */
export async function beyond(
  projections: Projections,
  db: Handle,
  form: string,
  newest: number,
  before: string,
  most: number,
): Promise<string[]> {
  const table = sql.table(projectionPlanOf(projections, form).table);
  const { rows } = await sql<{ id: string }>`SELECT id FROM ${table} WHERE created_at < ${before} OR created_at <
    (SELECT created_at FROM ${table} ORDER BY created_at DESC LIMIT 1 OFFSET ${sql.lit(newest - 1)})
    ORDER BY created_at LIMIT ${sql.lit(most)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Resolves when no columns are left to fill. */
export function idle({ filling }: Projections): Promise<void> {
  return filling;
}

/** Projects records of one form, inside the write that changed them. */
export async function projectRecords(
  projections: Projections,
  trx: Handle,
  form: string,
  records: readonly RecordRow[],
  known: LoadedRows = {},
): Promise<void> {
  const { database, registry, isBare } = projections;
  const { dialect } = database;
  const own = projectionPlanOf(projections, form);
  const parentIds = records.flatMap(({ parent_id }) => parent_id ?? []);
  const parents = await lookup(known.parents, parentIds, (ids) => findRecords(trx, ids));
  const sources = records.map((record): RowSource => {
    const parent = record.parent_id ? parents(record.parent_id) : undefined;
    return {
      ...record,
      data: newestAnswers(registry, record),
      parent: parent ? { name: parent.name, data: newestAnswers(registry, parent) } : null,
    };
  });
  const needed = sources.flatMap((source) => namedIds(own, source.data, source.parent?.data));
  const names = await lookup(known.names, needed, (ids) => findRecordNames(trx, ids));
  const words = labelLookups(registry, (id) => names(id) ?? '');
  const rows = sources.map((source) => projectRow(own, source, words));
  const [first] = rows;
  if (first && known.extraInserts) await writeNewRow(trx, dialect, own, first, known.extraInserts, !isBare);
  else if (isBare && known.isNew) {
    const cells = rows.map((row) => row.cells);
    await insertRows(trx, dialect, own.table, projectionColumnsOf(own), cells);
  } else await writeRows(trx, dialect, own, rows, known.isNew === true, !isBare);
}

/** Returns a function that finds a thing by id. Things that are not `known` are read. */
async function lookup<T>(
  known: ReadonlyMap<string, T> | undefined,
  ids: readonly string[],
  find: (missing: string[]) => Promise<ReadonlyMap<string, T>>,
): Promise<(id: string) => T | undefined> {
  const found = await find(ids.filter((id) => !known?.has(id)));
  return (id) => known?.get(id) ?? found.get(id);
}

/** Writes one new row together with rows of other tables. */
async function writeNewRow(
  db: Handle,
  dialect: Dialect,
  plan: ProjectionPlan,
  row: ProjectedRow,
  extraInserts: readonly RowInsert[],
  hasSearch: boolean,
): Promise<void> {
  const columns = projectionColumnsOf(plan);
  if (dialect.searchKey === null) {
    await insertTogether(db, dialect, [...extraInserts, { table: plan.table, columns, cells: row.cells }]);
    return;
  }
  await insertTogether(db, dialect, extraInserts);
  const text = insertStatement(dialect, plan.table, columns, 1);
  const { insertId } = await db.executeQuery(CompiledQuery.raw(text, row.cells));
  if (hasSearch) await dialect.writeSearch?.(db, plan.table, Number(insertId), row.searchText, true);
}

/** Writes rows of one projection. `isNew`: no row exists yet, so nothing is replaced in the text index. */
async function writeRows(
  db: Handle,
  dialect: Dialect,
  plan: ProjectionPlan,
  rows: ProjectedRow[],
  isNew: boolean,
  hasSearch: boolean,
): Promise<void> {
  const columns = projectionColumnsOf(plan);
  const most = Math.max(1, Math.min(200, Math.floor(dialect.maxParameters / columns.length)));
  for (const part of splitInChunks(rows, most)) {
    const text = insertStatement(dialect, plan.table, columns, part.length, true);
    const cells = part.flatMap((row) => row.cells);
    const { rows: written } = await db.executeQuery<{ id: string; rid?: number }>(CompiledQuery.raw(text, cells));
    if (dialect.searchKey === null || !hasSearch) continue;
    const keys = new Map(written.map((row) => [row.id, row.rid ?? null]));
    for (const row of part)
      await dialect.writeSearch?.(db, plan.table, keys.get(row.id) ?? null, row.searchText, isNew);
  }
}

/** Deletes rows, inside the write that removes their records for good. */
export async function removeProjectedRows(
  projections: Projections,
  trx: Handle,
  form: string,
  ids: string[],
): Promise<void> {
  const { table } = projectionPlanOf(projections, form);
  if (!projections.isBare) await projections.database.dialect.removeSearch?.(trx, table, ids);
  await sql`DELETE FROM ${sql.table(table)} WHERE id IN (${sql.join(ids)})`.execute(trx);
}
