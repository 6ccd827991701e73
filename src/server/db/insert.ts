/**
 * Inserts many rows in few statements. Statement texts are cached, because building them is slow in bulk work.
 *
 * Gives numbers of sequences. Numbers may be skipped, but none is given twice: whoever takes some locks the row until it commits.
 */
import { CompiledQuery } from 'kysely';
import { getOwn } from '../../core/json.ts';
import type { ColumnValue } from '../../core/query/row.ts';
import type { Dialect, Handle } from './database.ts';
import { cachedStatementText } from './rows.ts';

/** Numbers of rows per statement. Few sizes, so that few texts are cached. */
const SIZES = [64, 16, 4, 1];

/** Inserts new rows into a table. The cells are in the order of `columns`. */
export async function insertRows(
  db: Handle,
  dialect: Dialect,
  table: string,
  columns: readonly string[],
  rows: ColumnValue[][],
): Promise<void> {
  let at = 0;
  for (const size of SIZES) {
    if (size > 1 && size * columns.length > dialect.maxParameters) continue;
    for (; rows.length - at >= size; at += size) {
      const text = insertStatement(dialect, table, columns, size);
      await db.executeQuery(CompiledQuery.raw(text, rows.slice(at, at + size).flat()));
    }
  }
}

/** Inserts new rows from objects. All need the keys of the first one. */
export async function insertObjects(db: Handle, dialect: Dialect, table: string, rows: object[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  await insertRows(
    db,
    dialect,
    table,
    columns,
    rows.map((row) => columns.map((name) => getOwn(row as Record<string, ColumnValue>, name) ?? null)),
  );
}

export interface RowInsert {
  table: string;
  columns: readonly string[];
  cells: ColumnValue[];
}

/** Returns the insert of an object whose keys are the columns. */
export function toRowInsert(table: string, row: object): RowInsert {
  return { table, columns: Object.keys(row), cells: Object.values(row) as ColumnValue[] };
}

/** Inserts single rows into several tables, in one statement where the engine can, to save round trips. */
export async function insertTogether(db: Handle, dialect: Dialect, inserts: readonly RowInsert[]): Promise<void> {
  if (inserts.length === 0) return;
  if (!dialect.numbersParameters) {
    for (const { table, columns, cells } of inserts) await insertRows(db, dialect, table, columns, [cells]);
    return;
  }
  const text = cachedStatementText(
    inserts.map(({ table, columns }) => `insert ${table} ${columns.join(' ')}`).join('; '),
    () => {
      const mark = marks(dialect);
      const parts = inserts.map(({ table, columns }) => insertInto(table, columns, 1, mark));
      const last = parts.pop();
      const first = parts.map((part, at) => `i${at} AS (${part})`).join(', ');
      return first === '' ? `${last}` : `WITH ${first} ${last}`;
    },
  );
  const cells = inserts.flatMap((insert) => insert.cells);
  await db.executeQuery(CompiledQuery.raw(text, cells));
}

/**
 * Returns the text of an insert of `count` rows. `isUpsert`: rows whose `id` exists get the new cells, and ids and keys of
 * the text index are returned, if there are such keys.
 */
export function insertStatement(
  dialect: Dialect,
  table: string,
  columns: readonly string[],
  count: number,
  isUpsert = false,
): string {
  const { numbersParameters, searchKey } = dialect;
  return cachedStatementText(`rows ${numbersParameters} ${table} ${count} ${isUpsert} ${columns.join(' ')}`, () => {
    const text = insertInto(table, columns, count, marks(dialect));
    if (!isUpsert) return text;
    const others = columns.filter((name) => name !== 'id').map((name) => `"${name}" = excluded."${name}"`);
    const returned = searchKey ? ` RETURNING id, ${searchKey}` : '';
    return `${text} ON CONFLICT (id) DO UPDATE SET ${others.join(', ')}${returned}`;
  });
}

function insertInto(table: string, columns: readonly string[], count: number, mark: () => string): string {
  const tuples = Array.from({ length: count }, () => `(${columns.map(mark).join(', ')})`).join(', ');
  return `INSERT INTO "${table}" (${columns.map((name) => `"${name}"`).join(', ')}) VALUES ${tuples}`;
}

function marks({ numbersParameters }: Dialect): () => string {
  let parameter = 0;
  return () => (numbersParameters ? `$${++parameter}` : '?');
}

/** Reserved numbers of one sequence, from `next` up to but not including `end`. */
export interface NumberBlock {
  next: number;
  end: number;
}

/** Takes the next `size` numbers of a sequence, from 1. */
export async function takeSequenceNumbers(handle: Handle, pattern: string, size: number): Promise<NumberBlock> {
  const row = await handle
    .insertInto('code_sequences')
    .values({ pattern, next: 1 + size })
    .onConflict((conflict) =>
      conflict.column('pattern').doUpdateSet((set) => ({ next: set('code_sequences.next', '+', size) })),
    )
    .returning('next')
    .executeTakeFirstOrThrow();
  return { next: row.next - size, end: row.next };
}
