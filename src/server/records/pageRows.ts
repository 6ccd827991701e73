/**
 * The rows of a page. What tells whether a row is as it was is small and read every time; the answers are read and parsed
 * only for rows that were not shown lately or have changed since, and the same row is then the same object again, so that
 * what others worked out from it may be kept beside it.
 */

import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { RecordData } from '../../core/definitions/types.ts';
import type { StoredRecord } from '../../core/records/types.ts';
import type { Database } from '../db/database.ts';
import { NAME_STAMP } from '../db/nameStamp.ts';
import { RECORD_COLUMNS } from '../db/tables.ts';
import type { PlannedColumn, ProjectionPlan } from '../projections/plan.ts';

/** Rows that are kept, over all forms. */
const MOST_KEPT = 1500;
/** Longer pages belong to walks over everything. */
const LONGEST_KEPT_PAGE = 50;
/** Rows with longer answers are read anew. */
const LONGEST_KEPT_ROW = 16_000;

export interface PageRow {
  record: StoredRecord;
  name: string;
  /** Display values of list columns that are not in the record itself. */
  columns: Record<string, unknown>;
}

export interface PageRows {
  /** In the order of the ids; ids without a row are left out. */
  rows: PageRow[];
  /** Changes when a name did (`db/nameStamp.ts`). */
  names: string;
}

/** A record's name, version, and everything about it that changes without its version. */
const TELLING = ['name', 'version', 'site_id', 'province_id', 'district_id', 'village_id', 'organization_id'];
/** What an answer shows of a record's row besides its name: all of it but the hash. */
const STORED = RECORD_COLUMNS.filter((column) => column !== 'name' && column !== 'hash');

interface Kept extends PageRow {
  plan: ProjectionPlan;
  mark: string;
}

export function createPageRows({ read, dialect }: Database) {
  const kept = new LRUCache<string, Kept>({ max: MOST_KEPT });

  return async (plan: ProjectionPlan, ids: string[]): Promise<PageRows> => {
    if (ids.length === 0) return { rows: [], names: '' };
    const shown = shownColumns(plan);
    const values = [...new Set(shown.map((column) => column.value))];
    const telling = [
      NAME_STAMP,
      ...['id', ...TELLING].map((name) => sql.ref(`r.${name}`)),
      ...values.map((name) => sql.ref(`p.${name}`)),
    ];
    const seen = await dialect.cellRows(
      read,
      telling,
      sql`FROM records r JOIN ${sql.table(plan.table)} p ON p.id = r.id WHERE r.id IN (${sql.join(ids)})`,
    );
    const names = String(seen[0]?.[0] ?? '');
    const marks = new Map(seen.map(([_names, id, ...mark]) => [String(id), mark]));
    const found = new Map<string, PageRow>();
    const missing: string[] = [];
    for (const [id, mark] of marks) {
      const one = kept.get(id);
      if (one?.plan === plan && one.mark === mark.join('\0')) found.set(id, one);
      else missing.push(id);
    }
    for (const { record, length } of await readRecords(missing)) {
      const mark = marks.get(record.id) ?? [];
      const cells = new Map(values.map((name, at) => [name, mark[TELLING.length + at]]));
      const columns: Record<string, unknown> = {};
      for (const column of shown) columns[column.source] = shownValue(column, cells.get(column.value));
      const row = { record, name: String(mark[0] ?? ''), columns };
      found.set(record.id, row);
      kept.delete(record.id);
      if (ids.length <= LONGEST_KEPT_PAGE && length <= LONGEST_KEPT_ROW)
        kept.set(record.id, { ...row, plan, mark: mark.join('\0') });
    }
    return { rows: ids.flatMap((id) => found.get(id) ?? []), names };
  };

  async function readRecords(ids: string[]): Promise<{ record: StoredRecord; length: number }[]> {
    if (ids.length === 0) return [];
    const columns = STORED.map((name) => sql.ref(name));
    const rows = await dialect.cellRows(read, columns, sql`FROM records WHERE id IN (${sql.join(ids)})`);
    return rows.map((cells) => {
      const record = Object.fromEntries(STORED.map((name, at) => [name, cells[at]])) as unknown as StoredRecord;
      const text = cells[STORED.length - 1] as string;
      return { record: { ...record, data: JSON.parse(text) as RecordData }, length: text.length };
    });
  }
}

/** Columns a list shows that are not in the record itself. */
function shownColumns(plan: ProjectionPlan): PlannedColumn[] {
  return plan.form.definition.list.columns.flatMap((column) => {
    const source = typeof column === 'string' ? column : column.field;
    const planned = plan.columns.get(source);
    return planned && source.startsWith('parent.') ? [{ ...planned, source }] : [];
  });
}

function shownValue(column: PlannedColumn, value: unknown): unknown {
  if (column.kind === 'list') return typeof value === 'string' ? value.split('|').filter(Boolean) : [];
  return value === '' ? null : value;
}
