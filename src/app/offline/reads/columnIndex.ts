/**
 * Lists of large forms without their records in memory: the columns of all rows stand packed in the store (`derived`), each by
 * itself, and a list reads those that it needs and the records of its page. Records that were stored since are read alone and
 * put between the others. Without packed columns, or after very many changes, the caller reads all records instead.
 */
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { memoizeByObject } from '../../../core/memoize.ts';
import { type ColumnRow, columnAccess } from '../../../core/query/columnRows.ts';
import { SEARCH_COLUMN } from '../../../core/query/columns.ts';
import type { RowAccess } from '../../../core/query/evaluate.ts';
import type { ProjectionPlan } from '../../../core/query/plan.ts';
import type { SyncStore } from '../../../core/sync/store.ts';
import type { Language } from '../../../core/text/languages.ts';
import { whenIdle } from '../idle.ts';
import {
  changesOfForm,
  columnsStamp,
  type LoadedColumns,
  loadColumnsHead,
  MARK_COLUMN,
  packedRows,
  readPackedColumns,
  rowsChangedSince,
  unpackedRowsWith,
} from './columns.ts';
import { cachedUntilChanged } from './memory.ts';
import type { LocalRegistry } from './registry.ts';
import { localProjectionPlan } from './rows.ts';

/** Changed records from which on reading all is as fast. */
const MOST_CHANGED = 500;
/** Rows of all forms together whose columns stay in memory, beside those of the last form. */
const MOST_ROWS = 60_000;

export interface IndexedRows {
  plan: ProjectionPlan;
  rows: readonly ColumnRow[];
  /** Number of rows that were changed since they were packed. */
  changed: number;
  by: RowAccess<ColumnRow>;
  /** Returns the marks of rows that are as they were packed, and of the records above them. */
  marksOf(rows: readonly ColumnRow[]): ReadonlyMap<string, string>;
}

/** Columns that stay in memory, with what was worked out from them. */
interface Remembered extends LoadedColumns {
  /** Marks of the records above. */
  above?: ReadonlyMap<string, string>;
  /** The rows as the records were after these changes. */
  current?: { changes: string } & CurrentRows;
  ahead?: Promise<unknown>;
}

type CurrentRows = Pick<IndexedRows, 'rows' | 'changed'>;

const memoryOf = memoizeByObject(undefined, (_store: SyncStore) => new Map<string, Remembered>());
const knownChanges = cachedUntilChanged('changes of the device', ({ records }) => records.changes());

/** Returns the rows of a form with these columns, or undefined if they are not packed. */
export async function indexedRows(
  store: SyncStore,
  registry: LocalRegistry,
  form: CompiledForm,
  read: ReadonlySet<string>,
): Promise<IndexedRows | undefined> {
  const plan = localProjectionPlan(registry, form);
  const known = memoryOf(store);
  const stamp = columnsStamp(registry, plan);
  const before = known.get(form.form);
  const remembered = before?.head.stamp === stamp ? before : undefined;
  const loaded: Remembered | undefined = remembered ?? (await loadColumnsHead(store, form, stamp));
  known.delete(form.form);
  const isWhole = loaded && (await readPackedColumns(store, form, loaded, read));
  const current = isWhole && (await currentRows(store, registry, form, loaded));
  // It may have been packed anew, perhaps by another tab.
  if (!current) return remembered ? indexedRows(store, registry, form, read) : undefined;
  forgetOldest(known);
  known.set(form.form, loaded);
  return { plan, ...current, by: columnAccess(loaded.columns), marksOf: (some) => marksOf(loaded, some) };
}

/** Keeps some forms more than one: a search of everything reads some columns of each, and the list before it shall stay. */
function forgetOldest(known: Map<string, Remembered>): void {
  let rows = 0;
  for (const { columns } of known.values()) rows += columns.rows;
  for (const [oldest, { columns }] of known) {
    if (rows <= MOST_ROWS) return;
    known.delete(oldest);
    rows -= columns.rows;
  }
}

/**
 * Reads what the list of a form can be sorted, searched and filtered by while the page is idle, so that nobody waits for it
 * later. Does nothing unless some of its columns were read.
 */
export function prefetchListColumns(
  store: SyncStore,
  registry: LocalRegistry,
  form: CompiledForm,
  language: Language,
): void {
  const loaded = memoryOf(store).get(form.form);
  if (!loaded) return;
  const places = () => registry.placeIndex(language);
  // What is not read ahead is read when somebody asks for it.
  loaded.ahead ??= readSorts(store, form, loaded, localProjectionPlan(registry, form))
    .then(places)
    .catch(() => undefined);
}

async function readSorts(store: SyncStore, form: CompiledForm, loaded: Remembered, { columns }: ProjectionPlan) {
  const sorts = Array.from(columns.values(), ({ isSortable, sort }) => (isSortable ? sort : SEARCH_COLUMN));
  for (const name of new Set([SEARCH_COLUMN, ...sorts])) {
    await whenIdle();
    if (memoryOf(store).get(form.form) !== loaded) return;
    await readPackedColumns(store, form, loaded, [name]);
  }
}

function marksOf(loaded: Remembered, rows: readonly ColumnRow[]): ReadonlyMap<string, string> {
  const { columns, head } = loaded;
  loaded.above ??= new Map(head.above.flatMap(([, marks]) => marks));
  const marks = new Map<string, string>();
  for (const { at, id } of rows) {
    if (at < 0) continue;
    marks.set(id, columns.at(MARK_COLUMN, at) as string);
    const parent = columns.at('parent_id', at) as string;
    const above = loaded.above.get(parent);
    if (above !== undefined) marks.set(parent, above);
  }
  return marks;
}

/** Returns the rows as the records are now, or undefined after too many changes. They are the same object as long as no record changed. */
async function currentRows(
  store: SyncStore,
  registry: LocalRegistry,
  form: CompiledForm,
  loaded: Remembered,
): Promise<CurrentRows | undefined> {
  const changes = changesOfForm(form, await knownChanges(store));
  const key = JSON.stringify(changes);
  if (key === JSON.stringify(loaded.head.changes)) return { rows: packedRows(registry, form, loaded), changed: 0 };
  if (loaded.current?.changes === key) return loaded.current;
  const since = await rowsChangedSince(store, registry, form, loaded, changes);
  if (!since || since.changed.length > MOST_CHANGED) return undefined;
  const rows = await unpackedRowsWith(store, registry, form, since);
  loaded.current = { changes: key, rows, changed: since.changed.length };
  return loaded.current;
}
