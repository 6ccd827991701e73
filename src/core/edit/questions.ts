/** Adds, copies and removes questions, and gives them another type. */

import type { Field, FieldTypeName, JsonSchema, Text } from '../definitions/types.ts';
import { FIELD_TYPES } from '../form/types/index.ts';
import { getOwn } from '../json.ts';
import {
  type DraftFields,
  type DraftSection,
  type FormDraft,
  fieldAt,
  nameInPath,
  patchField,
  siblingFields,
  tablePath,
  withField,
  withSections,
  withSiblingFields,
} from './draft.ts';
import { takesOptions } from './kinds.ts';
import { addSection, appendQuestion, insertQuestionAfter, type MoveResult } from './move.ts';
import {
  allStoredNames,
  freeId,
  freeName,
  GENERATED_NAME,
  nameOfWords,
  renameQuestion,
  withoutContract,
} from './names.ts';
import type { OutlinePlace } from './outline.ts';
import { withPatch } from './parts.ts';

/** Texts with which something new begins: a question, an option or row by its number, a section, a group. */
export interface InitialTexts {
  label: Text;
  part: (number: number) => Text;
  section: Text;
  group: Text;
  /** What people read when a rule is not met. */
  message: Text;
}

/** Adds a question behind a place: as a column if it is in a table and `isColumn` is asked for. */
export function addQuestion(
  draft: FormDraft,
  after: OutlinePlace | undefined,
  type: FieldTypeName,
  begin: InitialTexts,
  isColumn = false,
): MoveResult {
  const table = isColumn && after?.kind === 'question' ? tableOf(draft, after.path) : '';
  const beside = table === '' ? draft.definition.fields : ((fieldAt(draft, table)?.columns ?? {}) as DraftFields);
  const name = freeName('question', new Set([...allStoredNames(beside), ...allStoredNames(draft.definition.fields)]));
  const path = table === '' ? name : `${table}.${name}`;
  const field = beginning({ id: freeId(draft.definition, path), type, label: begin.label } as Field, path, begin);
  const open = draft.definition.sections.length > 0 ? draft : addSection(draft, undefined, begin.section).draft;
  return put(open, path, field, after);
}

/** Returns the path of the table that a place is, or is a column of; empty if it is neither. */
function tableOf(draft: FormDraft, path: string): string {
  return fieldAt(draft, path)?.columns ? path : tablePath(path);
}

function put(draft: FormDraft, path: string, field: Field, after: OutlinePlace | undefined): MoveResult {
  const place: OutlinePlace = { kind: 'question', path };
  const table = tablePath(path);
  if (table === '') {
    const withNew = withField(draft, path, field);
    const { sections } = withNew.definition;
    // What stands in no section, such as a value that is not shown, has nothing behind it.
    const placed = (after && insertQuestionAfter(sections, path, after)) ?? appendQuestion(sections, path);
    return { draft: withSections(withNew, placed), place };
  }
  const all = Object.entries((fieldAt(draft, table)?.columns ?? {}) as DraftFields);
  const before = after?.kind === 'question' ? all.findIndex(([name]) => name === nameInPath(after.path)) : -1;
  const at = before < 0 ? all.length : before + 1;
  const columns = Object.fromEntries([...all.slice(0, at), [nameInPath(path), field], ...all.slice(at)]);
  return { draft: withSiblingFields(draft, path, columns), place };
}

/** Adds what the type of a question requires. */
function beginning(field: Field, path: string, { label, part }: InitialTexts): Field {
  const { needs = [], offers = [], binds = [] } = FIELD_TYPES[field.type];
  const name = nameInPath(path);
  const texts = [1, 2].map(part) as [Text, Text];
  const needed: Partial<Record<string, unknown>> = {
    rows: [{ id: `${field.id}_1`, name: `${name}_1`, label: texts[0] }],
    columns: { question: { id: `${field.id}_question`, type: 'text', label } },
    derived: { expr: '0' },
    record: { forms: [] },
    person: {},
    ends: { low: texts[0], high: texts[1] },
  };
  const own = needs.filter((key) => field[key] === undefined).map((key) => [key, needed[key]]);
  const offersOne = offers.some((key) => field[key] !== undefined);
  const options = texts.map((one, index) => ({ value: `option_${index + 1}`, label: one }));
  return {
    ...field,
    ...Object.fromEntries(own),
    ...(offers.includes('options') && !offersOne && { options }),
    ...(binds.length > 0 && !field.bind && { bind: Object.fromEntries(binds.map((one) => [one, `${name}_${one}`])) }),
  } as Field;
}

/** Copies a question behind itself, under names and ids that are free. */
export function copyQuestion(draft: FormDraft, path: string): MoveResult {
  const field = fieldAt(draft, path);
  const place: OutlinePlace = { kind: 'question', path };
  if (!field) return { draft, place };
  return takeQuestion(draft, field, nameInPath(path), place, tablePath(path));
}

/** Takes a question of this or another form behind a place. Its conditions stay, so that those which fit no more are found. */
export function takeQuestion(
  draft: FormDraft,
  field: Field,
  name: string,
  after: OutlinePlace | undefined,
  table = '',
): MoveResult {
  const taken = new Set(allStoredNames(draft.definition.fields));
  for (const one of allStoredNames(table === '' ? {} : ((fieldAt(draft, table)?.columns ?? {}) as DraftFields)))
    taken.add(one);
  const own = freeName(name, taken);
  taken.add(own);
  const path = table === '' ? own : `${table}.${own}`;
  const ids = new Set<string>();
  return put(draft, path, renewed(draft, field, path, taken, ids), after);
}

function renewed(draft: FormDraft, field: Field, path: string, taken: Set<string>, ids: Set<string>): Field {
  const stored = (name: string) => {
    const free = freeName(name, taken);
    taken.add(free);
    return free;
  };
  const id = (of: string) => {
    const free = freeName(freeId(draft.definition, of), ids);
    ids.add(free);
    return free;
  };
  const { bind, rows, columns } = field;
  return withPatch(field, {
    id: id(path),
    ...(bind && { bind: Object.fromEntries(Object.entries(bind).map(([part, name]) => [part, stored(name)])) }),
    ...(rows && {
      rows: rows.map((row) => {
        const name = stored(row.name);
        return { ...row, name, id: id(name) };
      }) as NonNullable<Field['rows']>,
    }),
    ...(columns && {
      columns: Object.fromEntries(
        Object.entries(columns).map(([name, column]) => [
          name,
          renewed(draft, column, `${path}.${name}`, new Set(), ids),
        ]),
      ),
    }),
    aliases: undefined,
  });
}

/** Removes a question or column. What still names it is left, and the check finds it. */
export function removeQuestion(draft: FormDraft, path: string): FormDraft {
  const name = nameInPath(path);
  const open = withoutContract(draft, path);
  const beside = Object.entries(siblingFields(open, path)).filter(([other]) => other !== name);
  const left = withSiblingFields(open, path, Object.fromEntries(beside));
  if (tablePath(path) !== '') return withoutInGroups(left, tablePath(path), name);
  const sections = left.definition.sections.map(
    (section): DraftSection => ({
      ...section,
      fields: section.fields.flatMap((one): DraftSection['fields'] => {
        if (typeof one === 'string') return one === name ? [] : [one];
        const fields = one.fields.filter((other) => other !== name);
        return fields.length > 0 || one.fields.length === 0 ? [{ ...one, fields }] : [];
      }),
    }),
  );
  return withSections(left, sections);
}

function withoutInGroups(draft: FormDraft, table: string, name: string): FormDraft {
  const groups = fieldAt(draft, table)?.groups;
  if (!groups) return draft;
  const left = groups
    .map((one) => ({ ...one, fields: one.fields.filter((other) => other !== name) }))
    .filter(({ fields }) => fields.length > 0);
  return patchField(draft, table, { groups: left.length > 0 ? (left as NonNullable<Field['groups']>) : undefined });
}

/** Keys that a question of any type may have. */
const OF_ANY_TYPE = new Set([
  ...['id', 'type', 'label', 'short', 'topic', 'help', 'media', 'visibleWhen', 'required', 'requiredWhen', 'aliases'],
  ...['restricted', 'ui:readonly'],
]);

/** Keys that belong to the types which need them. */
const NEEDED: Readonly<Record<string, string>> = {
  ...{ rows: 'rows', columns: 'columns', record: 'record', person: 'person', ends: 'ends' },
  ...{ derived: 'derived', bands: 'derived', show: 'derived', groups: 'columns', count: 'columns', rowIds: 'columns' },
};

/** Gives a question another type. What the new type does not know goes, what it needs comes, and the contract is written anew. */
export function setType(draft: FormDraft, path: string, type: FieldTypeName, begin: InitialTexts): FormDraft {
  const field = fieldAt(draft, path);
  if (!field || field.type === type) return draft;
  const [before, after] = [FIELD_TYPES[field.type], FIELD_TYPES[type]];
  const isRelated = before.family !== undefined && before.family === after.family;
  const offered: readonly string[] = [...(after.offers ?? []), ...(takesOptions({ type }) ? ['options'] : [])];
  const choiceKeys = new Set(['options', 'choices', 'places']);
  const keeps = (key: string) => {
    if (OF_ANY_TYPE.has(key)) return true;
    if (choiceKeys.has(key)) return offered.includes(key);
    if (Object.hasOwn(NEEDED, key)) return after.needs?.some((need) => need === getOwn(NEEDED, key)) === true;
    if (key === 'bind') return after.binds !== undefined && field.type === type;
    return isRelated && key !== 'ui:widget' && key !== 'ui:options' && key !== 'limits';
  };
  const kept = Object.fromEntries(Object.entries({ ...field, type }).filter(([key]) => keeps(key))) as unknown as Field;
  return withField(withoutContract(draft, path), path, beginning(kept, path, begin));
}

/** True if an answer is needed, by the definition or, where it says nothing, by the contract. */
export function isRequired(draft: FormDraft, path: string): boolean {
  return fieldAt(draft, path)?.required ?? isRequiredByContract(draft, path);
}

function isRequiredByContract({ schema }: FormDraft, path: string): boolean {
  const names = path.split('.');
  const own = names.pop() as string;
  const holder = names.reduce<JsonSchema | undefined>((around, name) => {
    const list = getOwn((around?.properties ?? {}) as Record<string, JsonSchema>, name);
    return list?.items as JsonSchema | undefined;
  }, schema);
  return ((holder?.required ?? []) as string[]).includes(own);
}

/** Says whether an answer is needed. Where the contract says the same already, the definition says nothing. */
export function setRequired(draft: FormDraft, path: string, required: boolean): FormDraft {
  const isSame = isRequiredByContract(draft, path) === required;
  return patchField(draft, path, { required: isSame ? undefined : required });
}

/**
 * Gives a question that nobody has named the name of its words, if they have Latin letters. `isOpen`: no published version has
 * the question, so that its name and id may still change. `begun`: the words with which it began.
 */
export function nameFromLabel(draft: FormDraft, path: string, isOpen: boolean, begun: Text): MoveResult {
  const place: OutlinePlace = { kind: 'question', path };
  const field = fieldAt(draft, path);
  if (!isOpen || !field || !GENERATED_NAME.test(path)) return { draft, place };
  const first = Object.values(begun);
  const said = Object.values((field.short ?? field.label ?? {}) as Text).filter((one) => !first.includes(one));
  const name = said.map(nameOfWords).find((one) => one.length > 1);
  if (name === undefined) return { draft, place };
  return renameWithId(draft, path, freeName(name, new Set(allStoredNames(siblingFields(draft, path)))));
}

/** Gives a question another name, and the id that follows from it. */
export function renameWithId(draft: FormDraft, path: string, name: string): MoveResult {
  const after = renameQuestion(draft, path, name);
  if (after === draft) return { draft, place: { kind: 'question', path } };
  const next = tablePath(path) === '' ? name : `${tablePath(path)}.${name}`;
  const id = freeId(after.definition, next);
  return { draft: patchField(after, next, { id }), place: { kind: 'question', path: next } };
}

/** Returns the text of the same words in each language of the form. */
export function inEachLanguage(languages: readonly string[], words: (language: string) => string): Text {
  return Object.fromEntries(languages.map((one) => [one, words(one)]));
}
