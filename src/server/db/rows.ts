/**
 * Reads rows: by id, records with their answers, and many in slices, so that others have their turn. Statement texts are cached,
 * because every write needs several lookups by id. Lists are grouped and split here too.
 */

import { setImmediate } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import type { RecordData } from '../../core/definitions/types.ts';
import type { PersonRef } from '../../core/generated/api.ts';
import type { StoredRecord } from '../../core/records/types.ts';
import type { SteppedWork } from '../../core/steps.ts';
import type { Dialect, Handle } from './database.ts';
import { RECORD_COLUMNS, type RecordsTable, type Tables } from './tables.ts';

const texts = new Map<string, string>();
const MOST_IDS = 512;

/** Returns the text of a statement, made on first use. */
export function cachedStatementText(key: string, make: () => string): string {
  const text = texts.get(key) ?? make();
  texts.set(key, text);
  return text;
}

/** Removes ids with a NUL character. No row has one, and PostgreSQL fails when asked for one. */
export function withoutNulIds(ids: readonly string[]): string[] {
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
  for (const part of splitInChunks(withoutNulIds(ids), MOST_IDS)) {
    const asked = padded(part);
    const key = `select ${table} ${columns.join(' ')} ${asked.length}`;
    const text = cachedStatementText(key, () => textFor(table, columns.map(quoted), 0, asked.length));
    rows.push(...(await db.executeQuery<Pick<Tables[T], C>>(CompiledQuery.raw(text, asked))).rows);
  }
  return rows;
}

/** Returns the person of an account id. The name is null if there is no such account. */
export async function peopleById(db: Handle, ids: Iterable<string>): Promise<(id: string) => PersonRef> {
  const rows = await rowsById(db, 'users', ['id', 'name'], [...new Set(ids)]);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => ({ id, name: names.get(id) ?? null });
}

/** The name of a record or, without a form, of an account. */
type NamedRow = Pick<RecordsTable, 'id' | 'name' | 'code'> & { form: string | null };

/** Returns the names of records and accounts, records first: in one statement where few are asked for, since each is a round trip. */
export async function namesById(
  db: Handle,
  records: readonly string[],
  accounts: readonly string[],
): Promise<NamedRow[]> {
  const ids = { records: withoutNulIds(records), accounts: withoutNulIds(accounts) };
  if (ids.records.length === 0 || ids.accounts.length === 0 || ids.records.length + ids.accounts.length > MOST_IDS) {
    const found = await rowsById(db, 'records', RECORD_NAME, ids.records);
    const people = await rowsById(db, 'users', ['id', 'name'], ids.accounts);
    return [...found, ...people.map((one) => ({ ...one, form: null, code: null }))];
  }
  const [first, then] = [padded(ids.records), padded(ids.accounts)];
  const text = cachedStatementText(`names ${first.length} ${then.length}`, () => {
    const people = [quoted('id'), quoted('name'), 'NULL', 'NULL'];
    return `${textFor('records', RECORD_NAME.map(quoted), 0, first.length)} UNION ALL ${textFor('users', people, first.length, then.length)}`;
  });
  return (await db.executeQuery<NamedRow>(CompiledQuery.raw(text, [...first, ...then]))).rows;
}

const RECORD_NAME = ['id', 'name', 'form', 'code'] as const;

/** Repeats the last id up to the next power of two, so that few statement texts are cached. */
function padded(ids: readonly string[]): string[] {
  let size = 1;
  while (size < ids.length) size *= 2;
  return [...ids, ...Array<string>(size - ids.length).fill(ids.at(-1) as string)];
}

const quoted = (name: string) => `"${name}"`;

/** `before` is the number of parameters that the statement has before these. */
function textFor(table: string, columns: readonly string[], before: number, size: number): string {
  // SQLite treats $1, $2 as names and binds them in the order they occur, which is the same.
  const marks = Array.from({ length: size }, (_, at) => `$${before + at + 1}`);
  const which = size === 1 ? `= ${marks[0]}` : `IN (${marks.join(', ')})`;
  return `SELECT ${columns.join(', ')} FROM "${table}" WHERE "id" ${which}`;
}

/** A row of `records` with its answers parsed. */
export type RecordRow = Omit<RecordsTable, 'data'> & { data: RecordData };

export function fromRecordsTable(row: RecordsTable): RecordRow {
  return { ...row, data: JSON.parse(row.data) as RecordData };
}

export function toRecordsTable(row: RecordRow): RecordsTable {
  return { ...row, data: JSON.stringify(row.data) };
}

export function toStoredRecord({ name: _name, hash: _hash, ...record }: RecordRow): StoredRecord {
  return record;
}

export async function findRecord(db: Handle, id: string): Promise<RecordRow | undefined> {
  return (await findRecords(db, [id])).get(id);
}

/** Returns records by id. Ids without a record are left out. */
export async function findRecords(db: Handle, ids: Iterable<string>): Promise<Map<string, RecordRow>> {
  const rows = await rowsById(db, 'records', RECORD_COLUMNS, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, fromRecordsTable(row)]));
}

/** Returns the records of a query on whole rows. */
export async function readRecords(query: { execute(): Promise<RecordsTable[]> }): Promise<RecordRow[]> {
  return (await query.execute()).map(fromRecordsTable);
}

/** Returns records by id or parent, in the order of their ids. Nobody else changes them until the transaction ends. */
export async function lockRecords(
  trx: Handle,
  { locked }: Dialect,
  by: 'id' | 'parent_id',
  ids: readonly string[],
): Promise<RecordRow[]> {
  if (ids.length === 0) return [];
  return readRecords(locked(trx.selectFrom('records').selectAll().where(by, 'in', ids).orderBy('id')));
}

/** Returns the names of records by id. */
export async function findRecordNames(db: Handle, ids: Iterable<string>): Promise<Map<string, string>> {
  const rows = await rowsById(db, 'records', ['id', 'name'], [...new Set(ids)]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Yields rows in the order of a key, slice by slice. `read` returns the rows after a key, and no rows at the end. */
export async function* readInSlices<Row, Key>(
  first: Key,
  keyOf: (row: Row) => Key,
  read: (after: Key) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = first; ; ) {
    const rows = await read(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = keyOf(last);
  }
}

/** Repeats `work` until it returns undefined. It starts after an id and returns its last id. Others write in between. */
export async function repeatInSlices(work: (after: string) => Promise<string | undefined>): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    after = await work(after);
    await setImmediate();
  }
}

/** Groups things by a key. Keeps their order. */
export function groupIntoMap<T, Key>(things: Iterable<T>, keyOf: (one: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const one of things) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}

/** Splits things into parts of at most `size`. */
export function* splitInChunks<T>(things: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < things.length; at += size) yield things.slice(at, at + size);
}

/** Milliseconds after which other requests get their turn. */
const SLICE = 8;

/**
 * Returns a function to call before each part of long work: it lets other requests have their turn when that is due. The first
 * call always does, because it is not known how long others had to wait before.
 */
export function createEventLoopPause(): () => Promise<void> {
  let since = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - since < SLICE) return;
    await setImmediate();
    since = performance.now();
  };
}

/** Does work that is made of steps, with a turn for other requests between them. */
export async function runWithPauses<T>(steps: SteppedWork<T>): Promise<T> {
  const breathe = createEventLoopPause();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await breathe();
  }
}
