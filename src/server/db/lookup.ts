/** Reads rows by id. Statement texts are cached, because every write needs several of these lookups. */
import { CompiledQuery } from 'kysely';
import type { Handle } from './database.ts';
import { chunks } from './slices.ts';
import type { Tables } from './tables.ts';

const texts = new Map<string, string>();
const MOST_IDS = 512;

/** Returns the text of a statement, made on first use. */
export function textOnce(key: string, make: () => string): string {
  const text = texts.get(key) ?? make();
  texts.set(key, text);
  return text;
}

/** Removes ids with a NUL character. No row has one, and PostgreSQL fails when asked for one. */
export function possibleIds(ids: readonly string[]): string[] {
  return ids.filter((id) => !id.includes('\0'));
}

/** Returns the rows of a table with one of these ids, in any order. */
export async function rowsById<T extends keyof Tables & string, C extends keyof Tables[T] & string>(
  db: Handle,
  table: T,
  columns: readonly C[],
  ids: readonly string[],
): Promise<Pick<Tables[T], C>[]> {
  const rows: Pick<Tables[T], C>[] = [];
  for (const part of chunks(possibleIds(ids), MOST_IDS)) {
    const size = sizeFor(part.length);
    // Repeats the last id up to the next power of two, so that few statement texts are cached.
    const asked = [...part, ...Array<string>(size - part.length).fill(part.at(-1) as string)];
    const text = textFor(table, columns, size);
    rows.push(...(await db.executeQuery<Pick<Tables[T], C>>(CompiledQuery.raw(text, asked))).rows);
  }
  return rows;
}

function sizeFor(count: number): number {
  let size = 1;
  while (size < count) size *= 2;
  return size;
}

function textFor(table: string, columns: readonly string[], size: number): string {
  return textOnce(`select ${table} ${columns.join(' ')} ${size}`, () => {
    // SQLite treats $1, $2 as names and binds them in the order they occur, which is the same.
    const marks = Array.from({ length: size }, (_, at) => `$${at + 1}`);
    const names = columns.map((name) => `"${name}"`).join(', ');
    const which = size === 1 ? `= ${marks[0]}` : `IN (${marks.join(', ')})`;
    return `SELECT ${names} FROM "${table}" WHERE "id" ${which}`;
  });
}
