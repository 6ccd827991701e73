/**
 * Lists of large forms without their records in memory: the columns of all rows stand packed in the store (`derived`), each by
 * itself, and a list reads those that it needs and the records of its page. Records that were stored since are read alone and
 * put between the others. Without packed columns, or after very many changes, the caller reads all records instead.
 */
import type { CompiledForm } from '../../../core/definitions/types.ts';
import {
  ColumnPacker,
  type ColumnRow,
  columnRows,
  type PackedColumn,
  sortColumns,
} from '../../../core/query/columnRows.ts';
import type { Order } from '../../../core/query/order.ts';
import type { ProjectionPlan } from '../../../core/query/plan.ts';
import { projectRow } from '../../../core/query/row.ts';
import type { SyncStore } from '../../../core/sync/store.ts';
import { idle } from '../idle.ts';
import type { LocalRegistry } from './registry.ts';
import { liveRows, planOf, rowParts, sourceForms } from './rows.ts';

/** Records from which on a form is packed. Fewer are read whole in the same time. */
const LARGE = 1000;
/** Changed records from which on reading all is as fast. */
const MOST_CHANGED = 500;
/** Forms whose columns stay in memory. */
const MOST_FORMS = 3;
/** Rows that are packed before the page may do something else. */
const AT_ONCE = 200;
/** Raise it when rows are made differently of the same records (`core/query/row.ts`): devices pack anew then. */
const FORMAT = 1;

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

interface Loaded {
  head: Head;
  columns: Map<string, PackedColumn>;
  base: ColumnRow[];
  current?: { changes: string; rows: readonly ColumnRow[] };
}

export interface IndexedRows {
  plan: ProjectionPlan;
  rows: readonly ColumnRow[];
  sort(rows: readonly ColumnRow[], order: readonly Order[]): ColumnRow[];
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
  const loaded = await headOf(store, known.get(form.form), form, stampOf(registry, plan));
  known.delete(form.form);
  if (!loaded || !(await readColumns(store, form, loaded, read))) return undefined;
  if (loaded.base.length === 0) loaded.base = columnRows(loaded.columns, plan);
  const rows = await currentRows(store, registry, form, loaded);
  if (!rows) return undefined;
  known.set(form.form, loaded);
  for (const [oldest] of known) if (known.size > MOST_FORMS) known.delete(oldest);
  return { plan, rows, sort: (all, order) => sortColumns(loaded.columns, all, order) };
}

async function headOf(store: SyncStore, known: Loaded | undefined, { form }: CompiledForm, stamp: string) {
  if (known?.head.stamp === stamp) return known;
  const [head] = await store.derived.get<Head>([prefixOf(form)]);
  return head?.stamp === stamp ? { head, columns: new Map(), base: [] } : undefined;
}

/** Returns false if the columns were packed anew meanwhile, or removed. */
async function readColumns(
  store: SyncStore,
  { form }: CompiledForm,
  { head, columns }: Loaded,
  read: Iterable<string>,
) {
  const missing = [...new Set(['id', ...read])].filter((name) => !columns.has(name));
  const keys = missing.map((name) => prefixOf(form) + head.columns.indexOf(name));
  const found = missing.length > 0 ? await store.derived.get<{ id: string; column: PackedColumn }>(keys) : [];
  for (const [at, name] of missing.entries()) {
    const one = found[at];
    if (one?.id !== head.id) return false;
    columns.set(name, one.column);
  }
  return true;
}

/** Returns the rows as the records are now. They are the same object as long as no record changed. */
async function currentRows(store: SyncStore, registry: LocalRegistry, form: CompiledForm, loaded: Loaded) {
  const { head, base } = loaded;
  const changes = await changesOf(store, form);
  const key = JSON.stringify(changes);
  if (key === JSON.stringify(head.changes)) return base;
  if (loaded.current?.changes === key) return loaded.current.rows;
  if (!(await readColumns(store, form, loaded, [MARK, 'parent_id']))) return undefined;
  const now = await store.records.marks(form.form);
  const marks = loaded.columns.get(MARK) as PackedColumn;
  const above = await changedAbove(store, head, changes);
  const packed = new Set<string>();
  const kept = base.filter(({ at, id, cells }) => {
    if (now.get(id) !== marks.values[marks.codes[at] as number] || above.has(cells.parent_id as string)) return false;
    packed.add(id);
    return true;
  });
  const changed = [...now.keys()].filter((id) => !packed.has(id));
  if (changed.length > MOST_CHANGED) return undefined;
  const live = await liveRows(store, registry, form, await store.records.getMany(changed));
  const rows = [...kept, ...live.map(({ local, cells }) => ({ at: -1, id: local.record.id, cells }))];
  loaded.current = { changes: key, rows };
  return rows;
}

async function changesOf(store: SyncStore, form: CompiledForm): Promise<Record<string, number>> {
  const all = await store.records.changes();
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
  const changes = await changesOf(store, form);
  const [, ...aboveForms] = sourceForms(form);
  const marks = await store.records.marks(form.form);
  const above = await Promise.all(
    aboveForms.map(async (name) => [name, [...(await store.records.marks(name))]] as Head['above'][number]),
  );
  const names = ['id', ...plan.physical.map(({ name }) => name), MARK];
  const packer = new ColumnPacker(names);
  const sources = await Promise.all(sourceForms(form).map((name) => store.records.ofForm(name)));
  let packed = 0;
  for (const { source, words } of rowParts(registry, sources)) {
    packer.add([...projectRow(plan, source, words).cells, marks.get(source.id) ?? '']);
    packed += 1;
    if (packed % AT_ONCE === 0) await pause();
  }
  const head: Head = { id: crypto.randomUUID(), stamp: stampOf(registry, plan), changes, columns: names, above };
  const values: Record<string, unknown> = { [prefixOf(form.form)]: head };
  for (const [name, column] of packer.columns()) {
    values[prefixOf(form.form) + names.indexOf(name)] = { id: head.id, column };
    await pause();
  }
  return store.derived.put(prefixOf(form.form), values, changes);
}

const pause = () => new Promise<void>((done) => setTimeout(done));

/** Packs all large forms whose columns are not packed as the records are now. */
export async function packLargeForms(store: SyncStore, registry: LocalRegistry): Promise<void> {
  for (const [name, count] of Object.entries(await store.records.counts())) {
    const form = count >= LARGE ? registry.form(name) : undefined;
    if (!form) continue;
    const [head] = await store.derived.get<Head>([prefixOf(name)]);
    const isCurrent =
      head?.stamp === stampOf(registry, planOf(registry, form)) &&
      JSON.stringify(head.changes) === JSON.stringify(await changesOf(store, form));
    if (!isCurrent) await packForm(store, registry, form);
  }
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
