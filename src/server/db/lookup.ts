/** Rows by their ids, with statements whose texts are made once: these are asked several times for every write. */
import { CompiledQuery } from 'kysely';
import type { Handle } from './database.ts';
import { parts } from './slices.ts';
import type { Tables } from './tables.ts';

const texts = new Map<string, string>();
const MOST_IDS = 512;

/** The text of a statement, made when it is first asked for. */
export function keptText(key: string, make: () => string): string {
  const text = texts.get(key) ?? make();
  texts.set(key, text);
  return text;
}

/** Ids that something may have: none holds a NUL character, and PostgreSQL fails when it is asked for one. */
export function possibleIds(ids: readonly string[]): string[] {
  return ids.filter((id) => !id.includes('\0'));
}

/** Rows of a table whose `id` is one of these, in no order. */
export async function rowsById<T extends keyof Tables & string, C extends keyof Tables[T] & string>(
  db: Handle,
  table: T,
  columns: readonly C[],
  ids: readonly string[],
): Promise<Pick<Tables[T], C>[]> {
  const rows: Pick<Tables[T], C>[] = [];
  for (const part of parts(possibleIds(ids), MOST_IDS)) {
    const size = sizeFor(part.length);
    // The last one is asked again until the number is one of few, so that few texts are kept.
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
  return keptText(`select ${table} ${columns.join(' ')} ${size}`, () => {
    // SQLite takes numbered marks for names and binds them in their order, which is the same.
    const marks = Array.from({ length: size }, (_, at) => `$${at + 1}`);
    const names = columns.map((name) => `"${name}"`).join(', ');
    const which = size === 1 ? `= ${marks[0]}` : `IN (${marks.join(', ')})`;
    return `SELECT ${names} FROM "${table}" WHERE "id" ${which}`;
  });
}
