/** Rows of the records of this device, as lists filter, sort and search them. They are made once from each record. */
import type { CompiledForm, RecordData } from '../../../core/definitions/types.ts';
import { newestAnswers } from '../../../core/definitions/upgrade.ts';
import type { MemoryRow } from '../../../core/query/evaluate.ts';
import { type ProjectionPlan, planProjection } from '../../../core/query/plan.ts';
import { lazyCells, type RowSource, wordsOf } from '../../../core/query/row.ts';
import { restrictedQuestions } from '../../../core/records/restricted.ts';
import type { StoredRecord } from '../../../core/records/types.ts';
import type { SyncStore } from '../../../core/sync/store.ts';
import type { LocalRecord } from '../../../core/sync/types.ts';
import type { LocalRegistry } from './registry.ts';

export interface LocalRow extends MemoryRow {
  local: LocalRecord;
}

export interface FormRows {
  plan: ProjectionPlan;
  rows: readonly LocalRow[];
}

interface Remembered extends FormRows {
  registry: LocalRegistry;
  /** What the rows were made from: the records of the form and of the forms above it. */
  sources: readonly (readonly LocalRecord[])[];
}

const remembered = new WeakMap<SyncStore, Map<string, Remembered>>();

/** Returns the rows of all records of a form. They are the same object as long as no record changed. */
export async function rowsOf(store: SyncStore, registry: LocalRegistry, form: CompiledForm): Promise<FormRows> {
  const above: readonly string[] = form.definition.parent?.forms ?? [];
  const sources = await Promise.all([form.form, ...above].map((name) => store.records.ofForm(name)));
  const memory = remembered.get(store) ?? new Map<string, Remembered>();
  remembered.set(store, memory);
  const known = memory.get(form.form);
  if (known?.registry === registry && known.sources.every((list, at) => list === sources[at])) return known;
  const made = { registry, sources, ...makeRows(registry, form, sources) };
  memory.set(form.form, made);
  return made;
}

interface Made {
  registry: LocalRegistry;
  parent: LocalRecord | undefined;
  row: LocalRow;
}

const rowOf = new WeakMap<LocalRecord, Made>();

function makeRows(
  registry: LocalRegistry,
  form: CompiledForm,
  [records = [], ...above]: readonly (readonly LocalRecord[])[],
): FormRows {
  const plan = planOf(registry, form);
  const parents = new Map(above.flatMap((list) => list.map((local) => [local.record.id, local] as const)));
  const cellsOf = lazyCells<From>(
    plan,
    ({ local }) => wordsOf(registry, (id) => local.refs[id]?.name ?? ''),
    (from) => sourceOf(registry, from),
  );
  const rows = records.map((local) => {
    const parent = local.record.parent_id ? parents.get(local.record.parent_id) : undefined;
    const known = rowOf.get(local);
    if (known?.registry === registry && known.parent === parent) return known.row;
    const row = { local, cells: cellsOf({ local, parent }) };
    rowOf.set(local, { registry, parent, row });
    return row;
  });
  return { plan, rows };
}

interface From {
  local: LocalRecord;
  parent: LocalRecord | undefined;
  source?: RowSource;
}

function sourceOf(registry: LocalRegistry, from: From): RowSource {
  from.source ??= makeSource(registry, from);
  return from.source;
}

function makeSource(registry: LocalRegistry, { local: { record, name, refs }, parent }: From): RowSource {
  // Without the parent on this device, its answers are not known, but its name was sent with the record.
  const sent = record.parent_id ? refs[record.parent_id]?.name : undefined;
  const above = parent ? withAnswers(registry, parent.record, { name: parent.name }) : null;
  const source = withAnswers(registry, record, { ...record, name, parent: above });
  return above || sent === undefined ? source : Object.assign(source, { parent: { name: sent, data: {} } });
}

/** Adds the answers as the newest version reads them, which is worked out only if a column needs an answer. */
function withAnswers<T extends object>(registry: LocalRegistry, record: StoredRecord, to: T): T & { data: RecordData } {
  let data: RecordData | undefined;
  const get = () => {
    data ??= newestAnswers(registry, record);
    return data;
  };
  return Object.defineProperty(to, 'data', { get }) as T & { data: RecordData };
}

const plans = new WeakMap<LocalRegistry, Map<string, ProjectionPlan>>();

function planOf(registry: LocalRegistry, form: CompiledForm): ProjectionPlan {
  const known = plans.get(registry) ?? new Map<string, ProjectionPlan>();
  plans.set(registry, known);
  const plan =
    known.get(form.form) ??
    planProjection(form, {
      formOf: (name) => registry.form(name),
      // Whether a restriction was lifted is not known here. Searches then do not find by that answer.
      restrictedQuestions: (name) => restrictedQuestions(registry.versions(name), new Set()),
    });
  known.set(form.form, plan);
  return plan;
}
