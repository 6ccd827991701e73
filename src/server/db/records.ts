/** Converts records between the table and the rest of the server. */
import type { RecordData } from '../../core/definitions/types.ts';
import type { StoredRecord } from '../../core/records/types.ts';
import type { Dialect, Handle } from './database.ts';
import { rowsById } from './lookup.ts';
import { RECORD_COLUMNS, type RecordsTable } from './tables.ts';

/** A row of `records` with its answers parsed. */
export type RecordRow = Omit<RecordsTable, 'data'> & { data: RecordData };

export function fromTable(row: RecordsTable): RecordRow {
  return { ...row, data: JSON.parse(row.data) as RecordData };
}

export function toTable(row: RecordRow): RecordsTable {
  return { ...row, data: JSON.stringify(row.data) };
}

export function toStored({ name: _name, hash: _hash, ...record }: RecordRow): StoredRecord {
  return record;
}

export async function findRecord(db: Handle, id: string): Promise<RecordRow | undefined> {
  return (await findRecords(db, [id])).get(id);
}

/** Returns records by id. Ids without a record are left out. */
export async function findRecords(db: Handle, ids: Iterable<string>): Promise<Map<string, RecordRow>> {
  const rows = await rowsById(db, 'records', RECORD_COLUMNS, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, fromTable(row)]));
}

/** Returns the records of a query on whole rows. */
export async function readRecords(query: { execute(): Promise<RecordsTable[]> }): Promise<RecordRow[]> {
  return (await query.execute()).map(fromTable);
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
export async function findNames(db: Handle, ids: Iterable<string>): Promise<Map<string, string>> {
  const rows = await rowsById(db, 'records', ['id', 'name'], [...new Set(ids)]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
