/** Packs the columns of large forms: after preparing and synchronising, or when a list has read all records and the page is idle. */

import type { CompiledForm } from '../../../core/definitions/types.ts';
import { equalJson } from '../../../core/json.ts';
import { memoizeByObject } from '../../../core/memoize.ts';
import { ColumnPacker } from '../../../core/query/columnRows.ts';
import { type ColumnValue, projectRow } from '../../../core/query/row.ts';
import type { SyncStore } from '../../../core/sync/store.ts';
import { preferences } from '../../data/preferences.ts';
import { whenIdle, yieldToPage } from '../idle.ts';
import {
  type ColumnsHead,
  changesOfForm,
  columnsKeyPrefix,
  columnsStamp,
  loadColumnsHead,
  MARK_COLUMN,
  type PackedColumn,
  rowsChangedSince,
  unpackedRowsWith,
} from './columns.ts';
import { type LocalRegistry, localRegistry } from './registry.ts';
import { localProjectionPlan, rowParts, sourceForms } from './rows.ts';

/** Records from which on a form is packed. A list of 600 opens with a tenth less work than if all were read. */
const LARGE = 200;
/** Changed records up to which the form is not packed again: reading them is hardly noticed. */
export const FEW_CHANGED = 50;
/** Rows that are packed before the page may do something else. */
const AT_ONCE = 200;

/** Packs the columns of a form. Returns false if its records changed meanwhile. */
export async function packForm(store: SyncStore, registry: LocalRegistry, form: CompiledForm): Promise<boolean> {
  const plan = localProjectionPlan(registry, form);
  const changes = changesOfForm(form, await store.records.changes());
  const [, ...aboveForms] = sourceForms(form);
  const marks = await store.records.marks(form.form);
  const above = await Promise.all(
    aboveForms.map(async (name) => [name, [...(await store.records.marks(name))]] as ColumnsHead['above'][number]),
  );
  const names = ['id', ...plan.physical.map(({ name }) => name), MARK_COLUMN];
  const packer = new ColumnPacker(names);
  let packed = 0;
  for await (const { id, read } of cellsOf(store, registry, form, changes)) {
    packer.add((name) => (name === 'id' ? id : name === MARK_COLUMN ? marks.get(id) : read(name)));
    packed += 1;
    if (packed % AT_ONCE === 0) await yieldToPage();
  }
  const head: ColumnsHead = {
    id: crypto.randomUUID(),
    stamp: columnsStamp(registry, plan),
    changes,
    columns: names,
    above,
  };
  const values: Record<string, ColumnsHead | PackedColumn> = { [columnsKeyPrefix(form.form)]: head };
  for (const [name, column] of packer.columns()) {
    values[columnsKeyPrefix(form.form) + names.indexOf(name)] = { id: head.id, column };
    await yieldToPage();
  }
  return store.derived.put(columnsKeyPrefix(form.form), values, changes);
}

/** Yields the cells of all rows of a form: of what was packed before and the records changed since, or else of all records. */
async function* cellsOf(
  store: SyncStore,
  registry: LocalRegistry,
  form: CompiledForm,
  changes: Readonly<Record<string, number>>,
): AsyncGenerator<{ id: string; read: (name: string) => ColumnValue | undefined }> {
  const plan = localProjectionPlan(registry, form);
  const names = plan.physical.map(({ name }) => name);
  const loaded = await loadColumnsHead(store, form, columnsStamp(registry, plan));
  const since = loaded && (await rowsChangedSince(store, registry, form, loaded, changes, names));
  if (since) {
    for (const { id, cells } of await unpackedRowsWith(store, registry, form, since))
      yield { id, read: (name) => cells[name] };
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
async function packLargeForms(store: SyncStore, registry: LocalRegistry): Promise<void> {
  for (const [name, count] of Object.entries(await store.records.counts())) {
    const form = count >= LARGE ? registry.form(name) : undefined;
    if (form && !(await isPacked(store, registry, form))) await packForm(store, registry, form);
  }
}

async function isPacked(store: SyncStore, registry: LocalRegistry, form: CompiledForm): Promise<boolean> {
  const plan = localProjectionPlan(registry, form);
  const loaded = await loadColumnsHead(store, form, columnsStamp(registry, plan));
  const changes = changesOfForm(form, await store.records.changes());
  if (!loaded) return false;
  if (equalJson(loaded.head.changes, changes)) return true;
  const since = await rowsChangedSince(store, registry, form, loaded, changes);
  return since !== undefined && since.changed.length <= FEW_CHANGED;
}

/** Names of forms that are being packed. */
const packing = memoizeByObject(undefined, (_registry: LocalRegistry) => new Set<string>());

/** Packs a form of so many records when the page has nothing else to do: a list has just read all of them, or many that changed. */
export function packFormWhenIdle(store: SyncStore, registry: LocalRegistry, form: CompiledForm, count: number): void {
  const running = packing(registry);
  if (count < LARGE || running.has(form.form)) return;
  running.add(form.form);
  whenIdle()
    .then(() => packForm(store, registry, form))
    .catch((error: unknown) => console.warn('lists were not packed', error))
    .finally(() => running.delete(form.form));
}

/** Works out what lists and searches of this device read, as far as it changed, so that the next one need not wait for it. */
export async function packAllForms(store: SyncStore): Promise<void> {
  const registry = await localRegistry(store);
  await registry.placeIndex(preferences().language);
  await packLargeForms(store, registry);
}
