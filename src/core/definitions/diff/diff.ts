/**
 * Lists what changed between two versions of a form: questions added, removed, moved or reworded, options, conditions,
 * rules, columns. Questions match by id, so a new property name counts as a rename.
 */

import { equalJson, getOwn } from '../../json.ts';
import { fieldLabel } from '../labels.ts';
import { sourcePointer, withLists } from '../lists.ts';
import { type ChangedValue, otherChanges, toJson, withoutKeys } from '../otherChanges.ts';
import type { PartDiff } from '../parts.ts';
import { isRowForm } from '../rows.ts';
import { questionsOf } from '../sections.ts';
import type { Field, FormSource, Group, JsonSchema, Section, Text } from '../types.ts';
import { type ColumnDiff, columnChanges } from './columns.ts';
import { type MediaDiff, mediaChanges } from './media.ts';
import { longestIncreasingSubsequence } from './order.ts';
import { type ConstraintDiff, constraintChanges, isPropertyRequired, propertyRule, questionRules } from './rules.ts';
import { type SectionDiff, sectionChanges } from './sections.ts';

/** What a new question has, where another one would have changed it. */
type OfNew = 'question_typed' | 'condition_set' | 'rule_set' | 'required_set';

const OF_NEW: Readonly<Partial<Record<DiffKind, OfNew>>> = {
  question_retyped: 'question_typed',
  condition_changed: 'condition_set',
  rule_changed: 'rule_set',
  now_required: 'required_set',
};

export type DiffKind =
  | ColumnDiff
  | 'question_added'
  | 'question_removed'
  | 'question_moved'
  | 'question_reordered'
  | 'question_worded'
  | 'question_renamed'
  | 'question_retyped'
  | OfNew
  | PartDiff
  | ConstraintDiff
  | 'rule_changed'
  | 'now_required'
  | 'no_longer_required'
  | SectionDiff
  | MediaDiff
  | 'form_changed'
  | 'contract_changed';

export interface Difference {
  kind: DiffKind;
  /** JSON Pointer into the newer definition, or into the older one for something that was removed. */
  pointer: string;
  /** Label of the question, section or column that changed; empty if it is the form. */
  about: Text | string;
  before?: Text | string;
  after?: Text | string;
}

interface Asked {
  name: string;
  field: Field;
  section: string;
  sectionTitle: Text | string;
  place: number;
  pointer: string;
}

type Tell = (
  kind: DiffKind,
  pointer: string,
  about: Text | string,
  before?: ChangedValue,
  after?: ChangedValue,
) => void;

/** Returns the differences: questions in the order of the newer form, then sections, list columns and the rest. */
export function diffForms(older: FormSource, newer: FormSource): Difference[] {
  const [before, after] = [inFull(older), inFull(newer)];
  const found: Difference[] = [];
  const tell: Tell = (kind, pointer, about, was, now) => {
    found.push({
      kind,
      pointer: sourcePointer((kind === 'option_removed' ? before : after).definition, pointer),
      about,
      ...(was !== undefined && { before: was }),
      ...(now !== undefined && { after: now }),
    });
  };
  const old = questions(before);
  const now = questions(after);
  for (const [id, asked] of now) {
    const was = old.get(id);
    if (was) questionChanges(was, asked, before.schema, after.schema, tell);
    else {
      tell('question_added', asked.pointer, fieldLabel(asked.name, asked.field), undefined, asked.sectionTitle);
      questionChanges(unasked(asked), asked, {}, after.schema, partsOfNew(tell));
    }
  }
  for (const [id, was] of old) {
    if (!now.has(id)) tell('question_removed', was.pointer, fieldLabel(was.name, was.field), was.sectionTitle);
  }
  reordered(old, now, tell);
  sectionChanges(before.definition.sections, after.definition.sections, tell);
  constraintChanges(before.definition, after.definition, tell);
  mediaChanges(before.definition, after.definition, tell);
  columnChanges(before, after, tell);
  for (const key of ['title', 'plural', 'new', 'description'] as const) {
    const [a, b] = [before.definition[key], after.definition[key]];
    if (!equalJson(a, b)) tell('form_changed', `/${key}`, '', a, b);
  }
  const rest = ({ definition }: FormSource) => ({
    ...withoutKeys(definition, TOLD_OF_FORM),
    list: isRowForm(definition) ? {} : withoutKeys(definition.list, new Set(['columns'])),
  });
  otherChanges(rest(before), rest(after), '', (pointer, was, now) =>
    tell('form_changed', pointer, migrated(pointer, before, after), was, now),
  );
  const [oldRules, newRules] = [before, after].map(({ schema }) => withoutKeys(schema, TOLD_OF_CONTRACT));
  otherChanges(oldRules, newRules, '', (pointer, was, now) => tell('contract_changed', pointer, '', was, now));
  return found;
}

/** A question has the options of the list that it names. */
function inFull(source: FormSource): FormSource {
  return { ...source, definition: withLists(source.definition) };
}

/** Keys of a form that are compared separately, or that always differ between versions. */
const TOLD_OF_FORM = new Set([
  '$schema',
  'form',
  'version',
  'changes',
  'title',
  'plural',
  'new',
  'description',
  'sections',
  'fields',
  'lists',
  'constraints',
  'mediaFiles',
  'origin',
]);
/** Keys of a contract that are compared with the questions, or that are no rules. */
const TOLD_OF_CONTRACT = new Set(['$schema', '$id', '$defs', 'title', 'description', 'properties', 'required']);
const TOLD_OF_QUESTION = new Set([
  // What follows into the contract is told of the contract.
  ...['required', 'limits'],
  'id',
  'type',
  'label',
  'short',
  'help',
  'placeholder',
  'unit',
  'media',
  'options',
  'rows',
  'columns',
  'visibleWhen',
  'requiredWhen',
  'problemWhen',
  'derived',
  'count',
  'filter',
]);
interface Where {
  section: Section;
  group?: Group | undefined;
  place: number;
}

function questions({ definition }: FormSource): Map<string, Asked> {
  const asked = new Map<string, Asked>();
  const sectionOf = new Map(
    definition.sections.flatMap((section) =>
      questionsOf(section).map(({ name, group }, place) => [name, { section, group, place }] as const),
    ),
  );
  const add = (fields: Record<string, Field>, base: string, inTable?: Where): void => {
    Object.entries(fields).forEach(([name, field], index) => {
      const where = inTable ? { ...inTable, place: index } : sectionOf.get(name);
      if (!where) return;
      const pointer = `${base}/${name}`;
      asked.set(field.id, {
        name,
        field,
        section: `${where.section.id}/${where.group?.group ?? ''}${base}`,
        sectionTitle: (where.group ?? where.section).title,
        place: where.place,
        pointer,
      });
      if (field.columns) add(field.columns, `${pointer}/columns`, where);
    });
  };
  add(definition.fields, '/fields');
  return asked;
}

/** Returns a question with nothing but its words, so that everything else of a new one is a difference. */
function unasked(asked: Asked): Asked {
  const { id, label, short, help, placeholder, unit } = asked.field;
  return { ...asked, field: { id, label, short, help, placeholder, unit } as Field };
}

/** Reports what a new question has. That a text is stored as a string says nothing more. */
function partsOfNew(tell: Tell): Tell {
  return (kind, pointer, about, _before, after) => {
    if (/^{"type":"\w+"}$/.test(String(after))) return;
    tell(OF_NEW[kind] ?? kind, pointer, about, undefined, after);
  };
}

function questionChanges(was: Asked, now: Asked, oldSchema: JsonSchema, newSchema: JsonSchema, tell: Tell): void {
  const about = fieldLabel(now.name, now.field);
  const at = now.pointer;
  const put = (kind: DiffKind, before?: ChangedValue, after?: ChangedValue, pointer = at) =>
    tell(kind, pointer, about, before, after);
  if (was.section !== now.section) put('question_moved', was.sectionTitle, now.sectionTitle);
  for (const key of ['label', 'short', 'help', 'placeholder', 'unit'] as const) {
    if (!equalJson(was.field[key], now.field[key]))
      put('question_worded', was.field[key], now.field[key], `${at}/${key}`);
  }
  if (was.name !== now.name) put('question_renamed', was.name, now.name);
  if (was.field.type !== now.field.type) put('question_retyped', was.field.type, now.field.type, `${at}/type`);
  optionChanges(was.field, now.field, about, at, tell);
  const [oldRules, newRules] = [questionRules(was), questionRules(now)];
  for (const key of ['visibleWhen', 'requiredWhen', 'problemWhen', 'derived', 'count', 'filter'] as const) {
    if (!equalJson(was.field[key], now.field[key]))
      put('condition_changed', oldRules[key], newRules[key], `${at}/${key}`);
  }
  // Groups of columns match by name.
  const rest = ({ groups, ...field }: Field) =>
    withoutKeys({ ...field, groups: groups?.map(({ group: id, ...one }) => ({ id, ...one })) }, TOLD_OF_QUESTION);
  otherChanges(rest(was.field), rest(now.field), at, (pointer, old, next) => put('rule_changed', old, next, pointer));
  const [oldRule, newRule] = [propertyRule(oldSchema, was.name), propertyRule(newSchema, now.name)];
  if (!equalJson(oldRule, newRule)) put('rule_changed', toJson(oldRule), toJson(newRule));
  const [needed, needs] = [isPropertyRequired(oldSchema, was.name), isPropertyRequired(newSchema, now.name)];
  if (needed !== needs) put(needs ? 'now_required' : 'no_longer_required');
}

function optionChanges(was: Field, now: Field, about: Text, at: string, tell: Tell): void {
  const lists = [
    { key: 'options', code: 'value', added: ['hint'] },
    { key: 'rows', code: 'id', added: ['name'] },
  ] as const;
  for (const { key, code, added } of lists) {
    const [old, next] = [was, now].map((field) => (field[key] ?? []) as Entry[]) as [Entry[], Entry[]];
    for (const [index, one] of next.entries()) {
      const before = old.find((other) => other[code] === one[code]);
      const pointer = `${at}/${key}/${index}`;
      if (!before) tell('option_added', pointer, about, undefined, one.label);
      else if (!equalJson(before.label, one.label)) tell('option_worded', pointer, about, before.label, one.label);
      const told = new Set([code, 'label', 'media', ...(before ? [] : added)]);
      otherChanges(withoutKeys(before ?? {}, told), withoutKeys(one, told), pointer, (where, a, b) =>
        tell('rule_changed', where, one.label, a, b),
      );
    }
    for (const [index, one] of old.entries())
      if (!next.some((other) => other[code] === one[code]))
        tell('option_removed', `${at}/${key}/${index}`, about, one.label);
  }
}

/** An option, or a row, by the key that it is known by. */
type Entry = { label: Text } & Partial<Record<'value' | 'id', string>>;

/** Reports the smallest set of questions whose moves explain the new order. */
function reordered(old: Map<string, Asked>, now: Map<string, Asked>, tell: Tell): void {
  const sections = new Set([...now.values()].map((asked) => asked.section));
  for (const section of sections) {
    const kept = [...now].filter(([id, asked]) => asked.section === section && old.get(id)?.section === section);
    const order = kept.sort(([, a], [, b]) => a.place - b.place);
    const stays = longestIncreasingSubsequence(order.map(([id]) => old.get(id)?.place ?? 0));
    for (const [index, [, asked]] of order.entries()) {
      if (!stays.has(index))
        tell('question_reordered', asked.pointer, fieldLabel(asked.name, asked.field), undefined, asked.sectionTitle);
    }
  }
}

/** Returns the label of the question whose answers are read otherwise; empty if the pointer is not in `migrate`. */
function migrated(pointer: string, ...sources: FormSource[]): Text | string {
  const [, first, , name = ''] = pointer.split('/');
  if (first !== 'migrate') return '';
  const [field = '', column = ''] = name.split('.');
  const found = sources.map(({ definition }) => getOwn(definition.fields, field)).find(Boolean);
  return (getOwn(found?.columns, column) ?? found)?.label ?? '';
}
