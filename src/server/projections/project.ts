/** Writes records into the projection of their form, with the names and answers of other records that their rows show. */
import { CompiledQuery, sql } from 'kysely';
import { newestAnswers } from '../../core/definitions/versions/upgrade.ts';
import { columnsOf, type ProjectionPlan } from '../../core/query/plan.ts';
import { labelLookups, namedIds, type ProjectedRow, projectRow, type RowSource } from '../../core/query/row.ts';
import type { NamedRecord } from '../../core/saving/types.ts';
import type { Database, Dialect, Handle } from '../db/database.ts';
import { type Insert, insertRows, insertText, insertTogether } from '../db/insert.ts';
import { findNames, findRecords, type RecordRow } from '../db/records.ts';
import { chunks } from '../db/slices.ts';
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
  extraInserts?: readonly Insert[];
}

export function plan({ plans }: Projections, form: string): ProjectionPlan {
  const found = plans.get(form);
  if (!found) throw new Error(`there is no projection for the form ${form}`);
  return found;
}

/** Projects records of one form, inside the write that changed them. */
export async function project(
  projections: Projections,
  trx: Handle,
  form: string,
  records: readonly RecordRow[],
  known: LoadedRows = {},
): Promise<void> {
  const { database, registry, isBare } = projections;
  const { dialect } = database;
  const own = plan(projections, form);
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
  const names = await lookup(known.names, needed, (ids) => findNames(trx, ids));
  const words = labelLookups(registry, (id) => names(id) ?? '');
  const rows = sources.map((source) => projectRow(own, source, words));
  const [first] = rows;
  if (first && known.extraInserts) await writeNewRow(trx, dialect, own, first, known.extraInserts, !isBare);
  else if (isBare && known.isNew) {
    const cells = rows.map((row) => row.cells);
    await insertRows(trx, dialect, own.table, columnsOf(own), cells);
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
  extraInserts: readonly Insert[],
  hasSearch: boolean,
): Promise<void> {
  const columns = columnsOf(plan);
  if (dialect.searchKey === null) {
    await insertTogether(db, dialect, [...extraInserts, { table: plan.table, columns, cells: row.cells }]);
    return;
  }
  await insertTogether(db, dialect, extraInserts);
  const text = insertText(dialect, plan.table, columns, 1);
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
  const columns = columnsOf(plan);
  const most = Math.max(1, Math.min(200, Math.floor(dialect.maxParameters / columns.length)));
  for (const part of chunks(rows, most)) {
    const text = insertText(dialect, plan.table, columns, part.length, true);
    const cells = part.flatMap((row) => row.cells);
    const { rows: written } = await db.executeQuery<{ id: string; rid?: number }>(CompiledQuery.raw(text, cells));
    if (dialect.searchKey === null || !hasSearch) continue;
    const keys = new Map(written.map((row) => [row.id, row.rid ?? null]));
    for (const row of part)
      await dialect.writeSearch?.(db, plan.table, keys.get(row.id) ?? null, row.searchText, isNew);
  }
}

/** Deletes rows, inside the write that removes their records for good. */
export async function removeRows(projections: Projections, trx: Handle, form: string, ids: string[]): Promise<void> {
  const { table } = plan(projections, form);
  if (!projections.isBare) await projections.database.dialect.removeSearch?.(trx, table, ids);
  await sql`DELETE FROM ${sql.table(table)} WHERE id IN (${sql.join(ids)})`.execute(trx);
}
