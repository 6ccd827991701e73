/**
 * Lists of large forms without their records in memory: the columns of all rows stand packed in the store (`derived`), each by
 * itself, and a list reads those that it needs and the records of its page. Records that were stored since are read alone and
 * put between the others. Without packed columns, or after very many changes, the caller reads all records instead.
 */
import type { CompiledForm } from '../../../core/definitions/types.ts';
import {
  ColumnPacker,
  type ColumnRow,
  Columns,
  columnRows,
  SEARCHED,
  type StoredColumn,
  searchColumns,
  sortColumns,
} from '../../../core/query/columnRows.ts';
import type { RowAccess } from '../../../core/query/evaluate.ts';
import type { ProjectionPlan } from '../../../core/query/plan.ts';
import { type Cell, projectRow } from '../../../core/query/row.ts';
import type { SyncStore } from '../../../core/sync/store.ts';
import { idle, pause } from '../idle.ts';
import type { LocalRegistry } from './registry.ts';
import { liveRows, planOf, rowParts, sourceForms } from './rows.ts';
import { untilChanged } from './untilChanged.ts';

/** Records from which on a form is packed. Fewer are read whole in the same time. */
const LARGE = 1000;
/** Changed records from which on reading all is as fast. */
const MOST_CHANGED = 500;
/** Changed records up to which the form is not packed again: reading them is hardly noticed. */
const FEW_CHANGED = 50;
/** Forms whose columns stay in memory. */
const MOST_FORMS = 3;
/** Rows that are packed before the page may do something else. */
const AT_ONCE = 200;
/** Raise it when rows are made differently of the same records (`core/query/row.ts`): devices pack anew then. */
const FORMAT = 2;

const MARK = '#mark';

interface Head {
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
interface Part {
  id: string;
  column: StoredColumn;
}

interface Loaded {
  head: Head;
  columns: Columns;
  /** Its rows as they were packed. */
  base?: readonly ColumnRow[];
  /** Marks of the records above. */
  above?: ReadonlyMap<string, string>;
  ahead?: Promise<void>;
  current?: { changes: string; rows: readonly ColumnRow[] };
}

export interface IndexedRows {
  plan: ProjectionPlan;
  rows: readonly ColumnRow[];
  by: RowAccess<ColumnRow>;
  /** Returns the marks of rows that are as they were packed, and of the records above them. */
  marksOf(rows: readonly ColumnRow[]): ReadonlyMap<string, string>;
  /** Reads what the list can be sorted and searched by while the page is idle, so that nobody waits for it later. */
  readAhead(): void;
}

const memory = new WeakMap<SyncStore, Map<string, Loaded>>();

const prefixOf = (form: string) => `rows/${form}/`;
const stampOf = (registry: LocalRegistry, plan: ProjectionPlan) =>
  JSON.stringify([FORMAT, registry.stamp, plan.form.key, plan.physical]);

/** Returns the rows of a form with these columns, or undefined if they are not packed. */
export async function indexedRows(
  store: SyncStore,
  registry: LocalRegistry,
  form: CompiledForm,
  read: ReadonlySet<string>,
): Promise<IndexedRows | undefined> {
  const plan = planOf(registry, form);
  const known = memory.get(store) ?? new Map<string, Loaded>();
  memory.set(store, known);
  const remembered = known.get(form.form);
  const loaded = await headOf(store, remembered, form, stampOf(registry, plan));
  known.delete(form.form);
  const isWhole = loaded && (await readColumns(store, form, loaded, read));
  const rows = isWhole && (await currentRows(store, registry, form, loaded));
  // It may have been packed anew, perhaps by another tab.
  if (!rows) return remembered && loaded === remembered ? indexedRows(store, registry, form, read) : undefined;
  known.set(form.form, loaded);
  for (const [oldest] of known) if (known.size > MOST_FORMS) known.delete(oldest);
  const { columns } = loaded;
  return {
    ...{ plan, rows },
    by: {
      sort: (all, order) => sortColumns(columns, all, order),
      search: (all, words) => searchColumns(columns, all, words),
    },
    marksOf: (some) => marksOf(loaded, some),
    readAhead() {
      // What is not read ahead is read when somebody asks for it.
      loaded.ahead ??= readAhead(store, form, loaded, plan).catch(() => undefined);
    },
  };
}

async function readAhead(store: SyncStore, form: CompiledForm, loaded: Loaded, { columns }: ProjectionPlan) {
  const sorts = Array.from(columns.values(), ({ isSortable, sort }) => (isSortable ? sort : SEARCHED));
  for (const name of new Set([SEARCHED, ...sorts])) {
    await idle();
    if (memory.get(store)?.get(form.form) !== loaded) return;
    await readColumns(store, form, loaded, [name]);
  }
}

function marksOf(loaded: Loaded, rows: readonly ColumnRow[]): ReadonlyMap<string, string> {
  const { columns, head } = loaded;
  loaded.above ??= new Map(head.above.flatMap(([, marks]) => marks));
  const marks = new Map<string, string>();
  for (const { at, id } of rows) {
    if (at < 0) continue;
    marks.set(id, columns.at(MARK, at) as string);
    const parent = columns.at('parent_id', at) as string;
    const above = loaded.above.get(parent);
    if (above !== undefined) marks.set(parent, above);
  }
  return marks;
}

async function headOf(store: SyncStore, known: Loaded | undefined, { form }: CompiledForm, stamp: string) {
  if (known?.head.stamp === stamp) return known;
  const [head] = await store.derived.get<Head>([prefixOf(form)]);
  return head?.stamp === stamp ? { head, columns: new Columns() } : undefined;
}

/** Returns false if the columns were packed anew meanwhile, or removed. */
async function readColumns(
  store: SyncStore,
  { form }: CompiledForm,
  { head, columns }: Loaded,
  read: Iterable<string>,
) {
  const missing = [...new Set(['id', 'parent_id', MARK, ...read])].filter((name) => !columns.has(name));
  const keys = missing.map((name) => prefixOf(form) + head.columns.indexOf(name));
  const found = missing.length > 0 ? await store.derived.get<Part>(keys) : [];
  for (const [at, name] of missing.entries()) {
    const one = found[at];
    if (one?.id !== head.id) return false;
    columns.add(name, one.column);
  }
  return true;
}

/** Returns the rows as the records are now, or undefined after too many changes. They are the same object as long as no record changed. */
async function currentRows(store: SyncStore, registry: LocalRegistry, form: CompiledForm, loaded: Loaded) {
  const changes = changesOf(form, await knownChanges(store));
  const key = JSON.stringify(changes);
  if (key === JSON.stringify(loaded.head.changes)) return baseOf(registry, form, loaded);
  if (loaded.current?.changes === key) return loaded.current.rows;
  const since = await changedSince(store, registry, form, loaded, changes);
  if (!since || since.changed.length > MOST_CHANGED) return undefined;
  const rows = await rowsWith(store, registry, form, since);
  loaded.current = { changes: key, rows };
  return rows;
}

interface Since {
  /** Rows that are as they were packed. */
  kept: ColumnRow[];
  /** Ids of the records whose rows are not. */
  changed: string[];
}

/** Returns undefined if the columns were packed anew meanwhile. */
async function changedSince(
  store: SyncStore,
  registry: LocalRegistry,
  form: CompiledForm,
  loaded: Loaded,
  changes: Readonly<Record<string, number>>,
  read: readonly string[] = [],
): Promise<Since | undefined> {
  if (!(await readColumns(store, form, loaded, read))) return undefined;
  const now = await store.records.marks(form.form);
  const above = await changedAbove(store, loaded.head, changes);
  const packed = new Set<string>();
  const kept = baseOf(registry, form, loaded).filter(({ at, id, cells }) => {
    if (now.get(id) !== loaded.columns.at(MARK, at) || above.has(cells.parent_id as string)) return false;
    packed.add(id);
    return true;
  });
  return { kept, changed: [...now.keys()].filter((id) => !packed.has(id)) };
}

async function rowsWith(
  store: SyncStore,
  registry: LocalRegistry,
  form: CompiledForm,
  { kept, changed }: Since,
): Promise<ColumnRow[]> {
  const live = await liveRows(store, registry, form, await store.records.getMany(changed));
  return [...kept, ...live.map(({ local, cells }) => ({ at: -1, id: local.record.id, cells }))];
}

function baseOf(registry: LocalRegistry, form: CompiledForm, loaded: Loaded): readonly ColumnRow[] {
  loaded.base ??= columnRows(loaded.columns, planOf(registry, form));
  return loaded.base;
}

const knownChanges = untilChanged(({ records }) => records.changes());

function changesOf(form: CompiledForm, all: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(sourceForms(form).map((name) => [name, all[name] ?? 0]));
}

/** Returns the ids of records above that were changed, came or went since the rows were packed. */
async function changedAbove(store: SyncStore, head: Head, changes: Record<string, number>): Promise<Set<string>> {
  const found = new Set<string>();
  for (const [form, packed] of head.above) {
    if (head.changes[form] === changes[form]) continue;
    const [now, before] = [await store.records.marks(form), new Map(packed)];
    for (const id of new Set([...now.keys(), ...before.keys()])) if (now.get(id) !== before.get(id)) found.add(id);
  }
  return found;
}

/** Packs the columns of a form. Returns false if its records changed meanwhile. */
export async function packForm(store: SyncStore, registry: LocalRegistry, form: CompiledForm): Promise<boolean> {
  const plan = planOf(registry, form);
  const changes = changesOf(form, await store.records.changes());
  const [, ...aboveForms] = sourceForms(form);
  const marks = await store.records.marks(form.form);
  const above = await Promise.all(
    aboveForms.map(async (name) => [name, [...(await store.records.marks(name))]] as Head['above'][number]),
  );
  const names = ['id', ...plan.physical.map(({ name }) => name), MARK];
  const packer = new ColumnPacker(names);
  let packed = 0;
  for await (const { id, read } of cellsOf(store, registry, form, changes)) {
    packer.add((name) => (name === 'id' ? id : name === MARK ? marks.get(id) : read(name)));
    packed += 1;
    if (packed % AT_ONCE === 0) await pause();
  }
  const head: Head = { id: crypto.randomUUID(), stamp: stampOf(registry, plan), changes, columns: names, above };
  const values: Record<string, Head | Part> = { [prefixOf(form.form)]: head };
  for (const [name, column] of packer.columns()) {
    values[prefixOf(form.form) + names.indexOf(name)] = { id: head.id, column };
    await pause();
  }
  return store.derived.put(prefixOf(form.form), values, changes);
}

/** Yields the cells of all rows of a form: of what was packed before and the records changed since, or else of all records. */
async function* cellsOf(
  store: SyncStore,
  registry: LocalRegistry,
  form: CompiledForm,
  changes: Readonly<Record<string, number>>,
): AsyncGenerator<{ id: string; read: (name: string) => Cell | undefined }> {
  const plan = planOf(registry, form);
  const names = plan.physical.map(({ name }) => name);
  const loaded = await headOf(store, undefined, form, stampOf(registry, plan));
  const since = loaded && (await changedSince(store, registry, form, loaded, changes, names));
  if (since) {
    for (const { id, cells } of await rowsWith(store, registry, form, since)) yield { id, read: (name) => cells[name] };
    return;
  }
  const sources = await Promise.all(sourceForms(form).map((name) => store.records.ofForm(name)));
  const positions = new Map(['id', ...names].map((name, at) => [name, at]));
  for (const { source, words } of rowParts(registry, sources)) {
    const { id, cells } = projectRow(plan, source, words);
    yield { id, read: (name) => cells[positions.get(name) as number] };
  }
}

/**
 * Packs all large forms, unless only few of their records changed since they were packed. Call it when the page has nothing else
 * to do.
 */
export async function packLargeForms(store: SyncStore, registry: LocalRegistry): Promise<void> {
  for (const [name, count] of Object.entries(await store.records.counts())) {
    const form = count >= LARGE ? registry.form(name) : undefined;
    if (form && !(await isPacked(store, registry, form))) await packForm(store, registry, form);
  }
}

async function isPacked(store: SyncStore, registry: LocalRegistry, form: CompiledForm): Promise<boolean> {
  const plan = planOf(registry, form);
  const loaded = await headOf(store, undefined, form, stampOf(registry, plan));
  const changes = changesOf(form, await store.records.changes());
  if (!loaded) return false;
  if (JSON.stringify(loaded.head.changes) === JSON.stringify(changes)) return true;
  const since = await changedSince(store, registry, form, loaded, changes);
  return since !== undefined && since.changed.length <= FEW_CHANGED;
}

const packing = new WeakMap<LocalRegistry, Set<string>>();

/** Packs a large form when the page has nothing else to do, because a list has just read all of it. */
export function packLater(store: SyncStore, registry: LocalRegistry, form: CompiledForm, count: number): void {
  const running = packing.get(registry) ?? new Set();
  packing.set(registry, running);
  if (count < LARGE || running.has(form.form)) return;
  running.add(form.form);
  idle()
    .then(() => packForm(store, registry, form))
    .catch((error: unknown) => console.warn('lists were not packed', error))
    .finally(() => running.delete(form.form));
}
