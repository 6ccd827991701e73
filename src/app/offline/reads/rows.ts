/** Rows of the records of this device, as lists filter, sort and search them. They are made once from each record. */
import type { CompiledForm, RecordData } from '../../../core/definitions/types.ts';
import { newestAnswers } from '../../../core/definitions/versions/upgrade.ts';
import { memoizeByObject, memoizeByStamps } from '../../../core/memoize.ts';
import type { MemoryRow } from '../../../core/query/evaluate.ts';
import { type ProjectionPlan, planProjection } from '../../../core/query/plan.ts';
import { type LabelLookups, labelLookups, lazyCells, type RowSource } from '../../../core/query/row.ts';
import type { StoredRecord } from '../../../core/records/types.ts';
import type { SyncStore } from '../../../core/sync/store.ts';
import type { LocalRecord } from '../../../core/sync/types.ts';
import type { LocalRegistry } from './registry.ts';

export interface LocalRow extends MemoryRow {
  local: LocalRecord;
}

export interface LocalFormRows {
  plan: ProjectionPlan;
  rows: readonly LocalRow[];
}

interface Remembered extends LocalFormRows {
  registry: LocalRegistry;
  /** What the rows were made from: the records of the form and of the forms above it. */
  sources: readonly (readonly LocalRecord[])[];
}

const memoryOf = memoizeByObject(undefined, (_store: SyncStore) => new Map<string, Remembered>());

/** Names of the form and of those above it, whose answers its rows may show. */
export function sourceForms({ form, definition }: CompiledForm): string[] {
  return [form, ...(definition.parent?.forms ?? [])];
}

/** Returns the rows of all records of a form. They are the same object as long as no record changed. */
export async function localRowsOf(
  store: SyncStore,
  registry: LocalRegistry,
  form: CompiledForm,
): Promise<LocalFormRows> {
  const sources = await Promise.all(sourceForms(form).map((name) => store.records.ofForm(name)));
  const memory = memoryOf(store);
  const known = memory.get(form.form);
  if (known?.registry === registry && known.sources.every((list, at) => list === sources[at])) return known;
  const [records = [], ...above] = sources;
  const plan = localProjectionPlan(registry, form);
  const made = { registry, sources, plan, rows: makeRows(registry, plan, records, byId(above.flat())) };
  memory.set(form.form, made);
  return made;
}

/** Rows without the answers of records above, by the list of records they were made from. */
const ownRows = memoizeByStamps<readonly LocalRecord[], LocalRow[]>('rows without records above');

/** As `localRowsOf`, without the answers of records above, which may be very many. */
export async function localOwnRowsOf(
  store: SyncStore,
  registry: LocalRegistry,
  form: CompiledForm,
): Promise<LocalFormRows> {
  const records = await store.records.ofForm(form.form);
  const plan = localProjectionPlan(registry, form);
  const rows = ownRows(records, [registry], () => {
    const cellsOf = cellMaker(registry, plan);
    return records.map((local) => ({ local, cells: cellsOf({ local, parent: undefined }) }));
  });
  return { plan, rows };
}

/** Returns the rows of some records of a form, which reads only them and those above them, whose `marks` may be known. */
export async function rowsOfRecords(
  store: SyncStore,
  registry: LocalRegistry,
  form: CompiledForm,
  records: readonly LocalRecord[],
  marks?: ReadonlyMap<string, string>,
): Promise<LocalRow[]> {
  const ids = form.definition.parent ? records.flatMap(({ record }) => record.parent_id ?? []) : [];
  const above = ids.length > 0 ? await store.records.getMany(ids, marks) : [];
  const forms = new Set(sourceForms(form));
  const parents = byId(above.filter(({ record }) => forms.has(record.form) && record.form !== form.form));
  return makeRows(registry, localProjectionPlan(registry, form), records, parents);
}

/** Yields what each row of a form is made from. Nothing of it is remembered. */
export function* rowParts(
  registry: LocalRegistry,
  [records = [], ...above]: readonly (readonly LocalRecord[])[],
): Generator<{ source: RowSource; words: LabelLookups }> {
  const parents = byId(above.flat());
  for (const local of records)
    yield { source: sourceOf(registry, { local, parent: parentOf(local, parents) }), words: wordsFor(registry, local) };
}

const byId = (records: readonly LocalRecord[]) => new Map(records.map((local) => [local.record.id, local] as const));
const parentOf = ({ record }: LocalRecord, parents: ReadonlyMap<string, LocalRecord>) =>
  record.parent_id ? parents.get(record.parent_id) : undefined;
const wordsFor = (registry: LocalRegistry, local: LocalRecord) =>
  labelLookups(registry, (id) => local.refs[id]?.name ?? '');

const rowOf = memoizeByStamps<LocalRecord, LocalRow>('rows of records');

const cellMaker = (registry: LocalRegistry, plan: ProjectionPlan) =>
  lazyCells<From>(
    plan,
    ({ local }) => wordsFor(registry, local),
    (from) => sourceOf(registry, from),
  );

function makeRows(
  registry: LocalRegistry,
  plan: ProjectionPlan,
  records: readonly LocalRecord[],
  parents: ReadonlyMap<string, LocalRecord>,
): LocalRow[] {
  const cellsOf = cellMaker(registry, plan);
  return records.map((local) => {
    const parent = parentOf(local, parents);
    return rowOf(local, [registry, parent], () => ({ local, cells: cellsOf({ local, parent }) }));
  });
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

const plansOf = memoizeByObject(undefined, (_registry: LocalRegistry) => new Map<string, ProjectionPlan>());

export function localProjectionPlan(registry: LocalRegistry, form: CompiledForm): ProjectionPlan {
  const plans = plansOf(registry);
  const plan =
    plans.get(form.form) ??
    planProjection(form, {
      formOf: (name) => registry.form(name),
      restrictedQuestions: (name) => new Set(registry.entry(name)?.restricted),
    });
  plans.set(form.form, plan);
  return plan;
}
