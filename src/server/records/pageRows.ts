/** Reads the rows of a list page, with the list columns that are not in the record itself. */
import { sql } from 'kysely';
import type { RecordData } from '../../core/definitions/types.ts';
import type { ProjectionPlan } from '../../core/query/plan.ts';
import { shownColumns, shownValue } from '../../core/query/shown.ts';
import type { StoredRecord } from '../../core/records/types.ts';
import type { Database } from '../db/database.ts';
import { RECORD_COLUMNS } from '../db/tables.ts';
import type { ListRow } from './types.ts';

/** The answers of `record` are those stored. */
type PageRow = Omit<ListRow, 'scope' | 'stored'>;

/** Columns of `records` that a response shows besides the name: all but the hash. */
const STORED = RECORD_COLUMNS.filter((column) => column !== 'name' && column !== 'hash');

/** Returns the rows in the order of the ids. Ids without a row are left out. */
export async function pageRows({ read, dialect }: Database, plan: ProjectionPlan, ids: string[]): Promise<PageRow[]> {
  if (ids.length === 0) return [];
  const shown = shownColumns(plan);
  const cells = [
    ...['name', ...STORED].map((name) => sql.ref(`r.${name}`)),
    ...shown.map((column) => sql.ref(`p.${column.value}`)),
  ];
  const from = sql`FROM records r JOIN ${sql.table(plan.table)} p ON p.id = r.id WHERE r.id IN (${sql.join(ids)})`;
  const found = new Map<string, PageRow>();
  for (const [name, ...values] of await dialect.cellRows(read, cells, from)) {
    const record = Object.fromEntries(STORED.map((column, at) => [column, values[at]])) as unknown as StoredRecord;
    record.data = JSON.parse(record.data as unknown as string) as RecordData;
    const columns = shown.map((column, at) => [column.source, shownValue(column, values[STORED.length + at])]);
    found.set(record.id, { record, name: String(name), columns: Object.fromEntries(columns) });
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}
