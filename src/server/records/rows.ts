/** Records between the table and the rest of the server. */
import type { RecordData } from '../../core/definitions/types.ts';
import type { RecordMeta, StoredRecord } from '../../core/records/types.ts';
import type { Handle } from '../db/database.ts';
import { rowsById } from '../db/lookup.ts';
import { RECORD_COLUMNS, type RecordsTable } from '../db/tables.ts';
import type { RecordRow } from '../projections/projector.ts';

export function fromTable(row: RecordsTable): RecordRow {
  return { ...row, data: JSON.parse(row.data) as RecordData };
}

export function toTable(row: RecordRow): RecordsTable {
  return { ...row, data: JSON.stringify(row.data) };
}

export function toStored({ name: _name, hash: _hash, ...record }: RecordRow): StoredRecord {
  return record;
}

export function toMeta(row: RecordRow): RecordMeta {
  const { data: _data, ...meta } = toStored(row);
  return meta;
}

export async function findRecord(db: Handle, id: string): Promise<RecordRow | undefined> {
  return (await findRecords(db, [id])).get(id);
}

/** Records by id; ids without a record are left out. */
export async function findRecords(db: Handle, ids: Iterable<string>): Promise<Map<string, RecordRow>> {
  const rows = await rowsById(db, 'records', RECORD_COLUMNS, [...ids]);
  return new Map(rows.map((row) => [row.id, fromTable(row)]));
}
