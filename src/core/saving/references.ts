/**
 * Checks that every id in a record exists. Records and people must be of the right form, undeleted and visible to the
 * actor. Places must have the right level and nest. Files must belong to the record or be the actor's new uploads, and of a
 * kind that the question takes. A record or person named before may now be deleted or invisible, and known files are not
 * rechecked, so unchanged ones do not fail. A device leaves ids that it does not know to the server.
 *
 * Filters read options of lists, places and other records here, the same for a search, a save and an upload, and checks which options
 * there are.
 */
import type { CompiledForm, FieldNode, RecordData } from '../definitions/types.ts';
import { newestAnswers } from '../definitions/versions/upgrade.ts';
import { addError, type RecordErrors } from '../errors/recordErrors.ts';
import type { OptionFilterContext } from '../form/fieldRules.ts';
import { problemRows } from '../form/index.ts';
import type { FilterOption } from '../form/offered.ts';
import { toIdList } from '../form/types/fieldType.ts';
import { fileTypeErrorCode, holdsFiles, holdsPlaces, holdsRecords } from '../form/types/question.ts';
import { memoizeByStamps } from '../memoize.ts';
import { restrictedNamesFor } from '../records/permission.ts';
import { type ChoiceItem, PLACE_LEVELS, type PlaceItem, type Registry } from '../records/registry.ts';
import { withoutRestricted } from '../records/restricted.ts';
import type { Actor } from '../records/types.ts';
import type { NamedRecord, RecordWithAnswers, SavingDeps, SavingSource } from './types.ts';

export interface AnswerReference {
  /** JSON Pointer of the answer. */
  at: string;
  id: string;
  node: FieldNode;
  /** Name of the top-level question: for an id inside a row, the table or the problems. */
  field: string;
}

export interface AnswerReferences {
  records: AnswerReference[];
  files: AnswerReference[];
}

/** Returns every id of a record, person or file in the answers, also inside rows. */
export function referencesInAnswers(form: CompiledForm, data: RecordData): AnswerReferences {
  const found: AnswerReferences = { records: [], files: [] };
  for (const node of form.fields.values()) collect(node, data, '', node.name, found);
  return found;
}

function collect(node: FieldNode, data: RecordData, base: string, field: string, found: AnswerReferences): void {
  const name = node.properties[0] ?? node.name;
  const value = data[name];
  if (value === undefined || value === null) return;
  if (node.columns) {
    if (!Array.isArray(value)) return;
    value.forEach((row, index) => {
      if (typeof row !== 'object' || row === null) return;
      for (const column of node.columns ?? [])
        collect(column, row as RecordData, `${base}/${name}/${index}`, field, found);
    });
    return;
  }
  const target = holdsRecords(node) ? found.records : holdsFiles(node) ? found.files : undefined;
  if (!target) return;
  for (const id of toIdList(value))
    if (typeof id === 'string') target.push({ at: `${base}${node.pointer}`, id, node, field });
}

export interface ReferenceCheck {
  form: CompiledForm;
  data: RecordData;
  /** The ids in `data`. */
  pointers: AnswerReferences;
  /** The record before the change. Null for a new one. */
  before: NamedRecord | null;
  id: string;
  actor: Actor;
  /** The parent, already checked. */
  parent: NamedRecord | null;
}

/** Adds an error for each invalid id. Returns the names of the records it looked up. */
export async function checkAnswerReferences(
  { source, registry, permission }: Pick<SavingDeps, 'source' | 'registry' | 'permission'>,
  { form, data, pointers: { records, files }, before, id: recordId, actor, parent }: ReferenceCheck,
  errors: RecordErrors,
): Promise<Map<string, string>> {
  const old = before ? referencesInAnswers(form, before.data) : { records: [], files: [] };
  const knownRecords = new Set(old.records.map((one) => one.id));
  const knownFiles = new Set(old.files.map((one) => one.id));
  const names = new Map<string, string>();
  const unseen: { at: string; id: string }[] = [];

  const ids = [...new Set(records.map((one) => one.id))].filter((id) => id !== parent?.id);
  const found = await source.judged(ids);
  const rows = new Map([...found, ...(parent ? [parent] : [])].map((row) => [row.id, row]));
  for (const { at, id, node, field } of records) {
    const row = rows.get(id);
    if (row) names.set(id, row.name);
    else if (source.isPartial) continue;
    const forms: readonly string[] | undefined = (node.def.record ?? node.def.person)?.forms;
    const isRight = row && (forms ? forms.includes(row.form) : !node.def.person || isPerson(row));
    if (isRight && (id === parent?.id || knownRecords.has(id) || permission.sees(row, actor))) continue;
    if (isRight && field === form.definition.problems?.field) unseen.push({ at, id });
    else addError(errors, at, 'record_missing');
  }
  if (unseen.length > 0) {
    // A person who continues a problem need not see everybody who worked on it.
    const worked = await peopleOnProblems(source, form, data);
    for (const { at, id } of unseen) if (!worked.has(id)) addError(errors, at, 'record_missing');
  }

  const added = files.filter(({ id }) => !knownFiles.has(id));
  const ofFiles = added.map(({ id }) => id);
  const uploads = await source.uploads([...new Set(ofFiles)]);
  const isUsable = ({ record_id, created_by }: (typeof uploads)[number]) =>
    record_id === recordId || (record_id === null && created_by === actor.id);
  const usable = new Map(uploads.filter(isUsable).map(({ id, media_type }) => [id, media_type]));
  for (const { at, id, node } of added) {
    const mediaType = usable.get(id);
    const refusal = mediaType === undefined ? 'file_missing' : fileTypeErrorCode(node, mediaType);
    if (refusal) addError(errors, at, refusal);
  }

  for (const node of form.fields.values()) {
    if (holdsPlaces(node)) checkPlace(node, data, registry, errors);
    if (node.def.places)
      for (const id of toIdList(data[node.name]))
        if (typeof id === 'string' && registry.place(id)?.level !== node.def.places)
          addError(errors, node.pointer, 'choice');
  }
  return names;

  function isPerson({ form: of }: { form: string }): boolean {
    return registry.form(of)?.definition.kind === 'person';
  }
}

/** Returns all people that the stored problems of a visit already name. */
async function peopleOnProblems(source: SavingSource, form: CompiledForm, data: RecordData): Promise<Set<string>> {
  const field = form.definition.problems?.field ?? '';
  const ids = problemRows(form, data).flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  if (ids.length === 0) return new Set();
  const said = referencesInAnswers(form, { [field]: await source.problems(ids) });
  return new Set([...(await source.loggedPeople(ids)), ...said.records.map(({ id }) => id)]);
}

/** Checks that each part is a place of its level, inside the place above it. */
function checkPlace(
  node: FieldNode,
  data: RecordData,
  registry: Pick<Registry, 'place' | 'canonicalPlace'>,
  errors: RecordErrors,
): void {
  let above: string | undefined;
  for (const level of PLACE_LEVELS) {
    const property = node.parts[level] ?? (level === 'province' ? node.parts.value : undefined);
    const id = property === undefined ? undefined : data[property];
    if (typeof id !== 'string' || id === '' || property === undefined) continue;
    const place = registry.place(id);
    const isRight = place?.level === level && (above === undefined || place.parent_id === above);
    if (!isRight) addError(errors, `/${property}`, 'choice');
    above = registry.canonicalPlace(id);
  }
}

/**
 * Adds `not_fitting` for each chosen record that its question does not allow. A question may allow only records with
 * certain answers (`record.where`), or with the same answer as this record (`record.same`). Pickers offer only these.
 * A stored choice is not checked again until it, or the answer that must be the same, is changed.
 */
export async function checkAllowedReferences(
  { source, registry }: Pick<SavingDeps, 'source' | 'registry'>,
  chosen: readonly AnswerReference[],
  { data, before, actor }: Pick<ReferenceCheck, 'data' | 'before' | 'actor'>,
  errors: RecordErrors,
): Promise<void> {
  const asked = chosen.filter(({ node, at, id }) => isChanged(node, id, data, before?.data) && !errors[at]);
  if (asked.length === 0) return;
  const rows = await source.answered([...new Set(asked.map(({ id }) => id))]);
  const said = new Map(rows.map((row) => [row.id, row]));
  for (const { at, id, node } of asked) {
    const row = said.get(id);
    const of = row && registry.form(row.form);
    if (!of) continue;
    // Whether a record fits must not tell what this person may not read of it.
    const { names: hidden } = restrictedNamesFor(of, actor, registry);
    if (!isFitting(node, newestAnswers(registry, row), data, hidden)) addError(errors, at, 'not_fitting');
  }
}

function isChanged(node: FieldNode, id: string, data: RecordData, before: RecordData | undefined): boolean {
  const { where, same } = node.def.record ?? {};
  if (!where && !same) return false;
  const old = before?.[node.name];
  const isKnown = Array.isArray(old) ? old.includes(id) : old === id;
  return !isKnown || Object.values(same ?? {}).some((name) => data[name] !== before?.[name]);
}

function isFitting({ def }: FieldNode, theirs: RecordData, data: RecordData, hidden: ReadonlySet<string>): boolean {
  const { where = {}, same = {} } = def.record ?? {};
  return (
    Object.entries(where).every(([name, value]) => hidden.has(name) || theirs[name] === value) &&
    // While this record's own answer is empty, all records are allowed.
    Object.entries(same).every(([name, own]) => hidden.has(name) || isEmpty(data[own]) || theirs[name] === data[own])
  );
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

export function toFilterOption({ id, code, category, parent, extra }: ChoiceItem): FilterOption {
  return { ...extra, value: id, code, category, parent } as FilterOption;
}

function placeOption({ id, pcode, parent_id, level }: PlaceItem): FilterOption {
  return { value: id, code: pcode, parent: parent_id, level } as FilterOption;
}

/** `answers` are those of the newest version that the caller may read. */
export function toRecordFilterOption(
  { id, code, state, province_id }: Pick<RecordWithAnswers, 'id' | 'code' | 'state' | 'province_id'>,
  answers: RecordData,
): FilterOption {
  return { ...answers, value: id, code, status: state, province: province_id } as FilterOption;
}

/** Returns an item of a list or a place; undefined if there is none. */
function listedOption(
  registry: Pick<Registry, 'choice' | 'place'>,
  { def }: FieldNode,
  id: string,
): FilterOption | undefined {
  if (def.choices !== undefined) {
    const item = registry.choice(def.choices, id);
    return item && toFilterOption(item);
  }
  const place = registry.place(id);
  return place && placeOption(place);
}

/** Returns what the filters of a form need to judge the answers that somebody saves. */
export async function optionFilterContext(
  { source, registry }: Pick<SavingDeps, 'source' | 'registry'>,
  form: CompiledForm,
  data: RecordData,
  before: NamedRecord | null,
  actor: Actor,
): Promise<OptionFilterContext> {
  if (Object.keys(form.expressions?.filters ?? {}).length === 0) return {};
  const chosen = referencesInAnswers(form, data).records.filter(({ node }) => node.def.filter);
  const rows = await source.answered([...new Set(chosen.map(({ id }) => id))]);
  const records = new Map(
    rows.map((row) => {
      const of = registry.form(row.form);
      // Removed before the rest is read as the newest version, so that no migration shows them elsewhere.
      const seen = of ? withoutRestricted(row.data, restrictedNamesFor(of, actor, registry)) : {};
      return [row.id, toRecordFilterOption(row, newestAnswers(registry, { ...row, data: seen }))] as const;
    }),
  );
  return {
    optionOf: (node, id) => records.get(id) ?? listedOption(registry, node, id),
    ...(before && { before: before.data }),
  };
}

interface CheckContext {
  problemTypes?: readonly ChoiceItem[];
  /** Ids in each open choice list that the form uses. */
  choices: Record<string, ReadonlySet<string>>;
  /** Items of lists and places with their attributes. */
  optionOf: NonNullable<OptionFilterContext['optionOf']>;
}

const contexts = memoizeByStamps<CompiledForm, CheckContext>('lists that checks need');

export function recordCheckContext(form: CompiledForm, registry: Registry): CheckContext {
  return contexts(form, [registry, registry.revision()], () => contextOf(form, registry));
}

function contextOf({ fields, definition: { problems } }: CompiledForm, registry: Registry): CheckContext {
  const nodes = [...fields.values()].flatMap((node) => [node, ...(node.columns ?? [])]);
  const lists = new Set(nodes.flatMap(({ def }) => def.choices ?? []));
  return {
    ...(problems && { problemTypes: registry.choices(problems.types) }),
    choices: Object.fromEntries([...lists].map((list) => [list, new Set(registry.choices(list).map(({ id }) => id))])),
    optionOf: (node, id) => listedOption(registry, node, id),
  };
}
