/** The packed columns of large forms, as the store has them (`derived`), and which records changed since. */

import type { CompiledForm } from '../../../core/definitions/types.ts';
import { getOwn } from '../../../core/json.ts';
import { type ColumnRow, columnRows, PackedColumns, type StoredColumn } from '../../../core/query/columnRows.ts';
import type { ProjectionPlan } from '../../../core/query/plan.ts';
import type { SyncStore } from '../../../core/sync/store.ts';
import type { LocalRegistry } from './registry.ts';
import { localProjectionPlan, rowsOfRecords, sourceForms } from './rows.ts';

/** Raise it when rows are made differently of the same records (`core/query/row.ts`): devices pack anew then. */
const FORMAT = 3;

/** Column with the mark of each record (`SyncStore.records.marks`). */
export const MARK_COLUMN = '#mark';

export interface ColumnsHead {
  /** Another one for each packing. Each column names it. */
  id: string;
  stamp: string;
  /** Numbers of changes of the form and of those above it. */
  changes: Record<string, number>;
  columns: string[];
  /** Marks of the records above, by form. */
  above: [form: string, marks: [id: string, mark: string][]][];
}

/** A column with the id of its head. */
export interface PackedColumn {
  id: string;
  column: StoredColumn;
}

export interface LoadedColumns {
  head: ColumnsHead;
  columns: PackedColumns;
  /** Its rows as they were packed. */
  base?: readonly ColumnRow[];
}

export const columnsKeyPrefix = (form: string) => `rows/${form}/`;
export const columnsStamp = (registry: LocalRegistry, plan: ProjectionPlan) =>
  JSON.stringify([FORMAT, registry.stamp, plan.form.key, plan.physical]);

/** Returns the columns of a form, none of them read yet. Undefined if they are not packed, or for other definitions. */
export async function loadColumnsHead(
  store: SyncStore,
  { form }: CompiledForm,
  stamp: string,
): Promise<LoadedColumns | undefined> {
  const [head] = await store.derived.get<ColumnsHead>([columnsKeyPrefix(form)]);
  return head?.stamp === stamp ? { head, columns: new PackedColumns() } : undefined;
}

/** Returns false if the columns were packed anew meanwhile, or removed. */
export async function readPackedColumns(
  store: SyncStore,
  { form }: CompiledForm,
  { head, columns }: LoadedColumns,
  read: Iterable<string>,
) {
  const missing = [...new Set(['id', 'parent_id', MARK_COLUMN, ...read])].filter((name) => !columns.has(name));
  const keys = missing.map((name) => columnsKeyPrefix(form) + head.columns.indexOf(name));
  const found = missing.length > 0 ? await store.derived.get<PackedColumn>(keys) : [];
  for (const [at, name] of missing.entries()) {
    const one = found[at];
    if (one?.id !== head.id) return false;
    columns.add(name, one.column);
  }
  return true;
}

interface Since {
  /** Rows that are as they were packed. */
  kept: ColumnRow[];
  /** Ids of the records whose rows are not. */
  changed: string[];
}

/** Returns undefined if the columns were packed anew meanwhile. */
export async function rowsChangedSince(
  store: SyncStore,
  registry: LocalRegistry,
  form: CompiledForm,
  loaded: LoadedColumns,
  changes: Readonly<Record<string, number>>,
  read: readonly string[] = [],
): Promise<Since | undefined> {
  if (!(await readPackedColumns(store, form, loaded, read))) return undefined;
  const now = await store.records.marks(form.form);
  const above = await changedAbove(store, loaded.head, changes);
  const { values, codes } = loaded.columns.packed(MARK_COLUMN);
  const isAsPacked = ({ at, id, cells }: ColumnRow) =>
    now.get(id) === values[codes[at] as number] && (above.size === 0 || !above.has(cells.parent_id as string));
  const base = packedRows(registry, form, loaded);
  const kept: ColumnRow[] = [];
  const changed: string[] = [];
  for (const row of base)
    if (isAsPacked(row)) kept.push(row);
    else if (now.has(row.id)) changed.push(row.id);
  // Only then are there new records. Looking for them takes as long as all of the above.
  if (kept.length + changed.length < now.size) {
    const packed = new Set(base.map(({ id }) => id));
    for (const id of now.keys()) if (!packed.has(id)) changed.push(id);
  }
  return { kept, changed };
}

export async function unpackedRowsWith(
  store: SyncStore,
  registry: LocalRegistry,
  form: CompiledForm,
  { kept, changed }: Since,
): Promise<ColumnRow[]> {
  const live = await rowsOfRecords(store, registry, form, await store.records.getMany(changed));
  return [...kept, ...live.map(({ local, cells }) => ({ at: -1, id: local.record.id, cells }))];
}

export function packedRows(registry: LocalRegistry, form: CompiledForm, loaded: LoadedColumns): readonly ColumnRow[] {
  loaded.base ??= columnRows(loaded.columns, localProjectionPlan(registry, form));
  return loaded.base;
}

export function changesOfForm(form: CompiledForm, all: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(sourceForms(form).map((name) => [name, getOwn(all, name) ?? 0]));
}

/** Returns the ids of records above that were changed, came or went since the rows were packed. */
async function changedAbove(
  store: SyncStore,
  head: ColumnsHead,
  changes: Record<string, number>,
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const [form, packed] of head.above) {
    if (getOwn(head.changes, form) === getOwn(changes, form)) continue;
    const [now, before] = [await store.records.marks(form), new Map(packed)];
    for (const id of new Set([...now.keys(), ...before.keys()])) if (now.get(id) !== before.get(id)) found.add(id);
  }
  return found;
}
