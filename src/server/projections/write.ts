/** Puts rows into projection tables and their text index. */
import { CompiledQuery } from 'kysely';
import type { Dialect, Handle } from '../db/database.ts';
import { type Insert, insertText, insertTogether } from '../db/insert.ts';
import { parts } from '../db/slices.ts';
import { columnsOf, type ProjectionPlan } from './plan.ts';
import type { ProjectedRow, RowValue } from './row.ts';

export interface KeyedRow extends ProjectedRow {
  id: string;
}

/** Write one row that is not there yet, together with rows of other tables. */
export async function writeNewRow(
  db: Handle,
  dialect: Dialect,
  plan: ProjectionPlan,
  row: KeyedRow,
  extraInserts: readonly Insert[],
  hasSearch = true,
): Promise<void> {
  const columns = columnsOf(plan);
  if (dialect.searchKey === null) {
    await insertTogether(db, dialect, [
      ...extraInserts,
      { table: plan.table, columns, cells: [row.id, ...row.values] },
    ]);
    return;
  }
  await insertTogether(db, dialect, extraInserts);
  const text = insertText(dialect, plan.table, columns, 1);
  const { insertId } = await db.executeQuery(CompiledQuery.raw(text, [row.id, ...row.values]));
  if (hasSearch) await dialect.writeSearch?.(db, plan.table, Number(insertId), row.searchText, true);
}

/** Write rows of one projection. `isNew`: none of them is there yet (nothing to replace in the text index). */
export async function writeRows(
  db: Handle,
  dialect: Dialect,
  plan: ProjectionPlan,
  rows: KeyedRow[],
  isNew: boolean,
  hasSearch = true,
): Promise<void> {
  const columns = columnsOf(plan);
  const most = Math.max(1, Math.min(200, Math.floor(dialect.maxParameters / columns.length)));
  for (const part of parts(rows, most)) {
    const text = insertText(dialect, plan.table, columns, part.length, true);
    const values: RowValue[] = part.flatMap((row) => [row.id, ...row.values]);
    const { rows: written } = await db.executeQuery<{ id: string; rid?: number }>(CompiledQuery.raw(text, values));
    if (dialect.searchKey === null || !hasSearch) continue;
    const keys = new Map(written.map((row) => [row.id, row.rid ?? null]));
    for (const row of part)
      await dialect.writeSearch?.(db, plan.table, keys.get(row.id) ?? null, row.searchText, isNew);
  }
}
