/**
 * Reads the documented shapes that group answers by question: `ratings`, `answers`, groups with a dot in their names, pairs
 * of question and option. Puts each answer under its own property name. `documentedAnswerGroups` writes the first two.
 */

import type { CompiledForm, RecordData } from '../definitions/types.ts';
import { addError, countUncheckedIfFull, type RecordErrors } from '../errors/recordErrors.ts';
import { escapePointer, getOwn, isObject } from '../json.ts';
import { parseJsonText } from './coerceValue.ts';
import { NOT_RATED_VALUES } from './types/options/rating.ts';
import { isCountsQuestion, isRatingQuestion } from './types/question.ts';

const MAX_DEPTH = 6;

/** Where the answers of a group are written. */
export interface AnswerTarget {
  form: CompiledForm;
  /** Returns false if the form has no such name. */
  put: (name: string, value: unknown, pointer: string) => boolean;
  errors: RecordErrors;
}

/** Returns the property name for a property name, another documented name or a question id. */
export function toPropertyName(form: CompiledForm, name: string): string | undefined {
  if (form.byProperty.has(name)) return name;
  return getOwn(form.aliases, name) ?? form.byQuestion.get(name)?.properties[0];
}

/** Reads a documented group whose names have a dot. It may be nested, a list of pairs, or either as JSON text. */
export function readAnswerGroup(target: AnswerTarget, name: string, value: unknown, pointer: string): void {
  const { put, errors } = target;
  const group = typeof value === 'string' && /^\s*[{[]/.test(value) ? parseJsonText(value) : value;
  if (group === null || group === undefined || group === '') return;
  if (Array.isArray(group)) putPairs(target, name, group, pointer);
  else if (!isObject(group)) addError(errors, pointer, 'type');
  else
    for (const [key, inner] of Object.entries(group)) {
      if (countUncheckedIfFull(errors, 1)) continue;
      const at = `${pointer}/${escapePointer(key)}`;
      if (!put(`${name}.${key}`, inner, at)) addError(errors, at, 'unknown_field');
    }
}

/** Reads `[{question_id, option_id}]`. A question with several options has one pair for each. */
function putPairs({ put, errors }: AnswerTarget, group: string, pairs: unknown[], pointer: string): void {
  const chosen = new Map<string, { options: unknown[]; at: string }>();
  for (const [index, pair] of pairs.entries()) {
    if (countUncheckedIfFull(errors, 1)) continue;
    const at = `${pointer}/${index}`;
    if (!isObject(pair)) addError(errors, at, 'type');
    else {
      const question = String(pair.question_id ?? '');
      const known = chosen.get(question) ?? { options: [], at };
      known.options.push(pair.option_id);
      chosen.set(question, known);
    }
  }
  for (const [question, { options, at }] of chosen)
    if (!put(`${group}.${question}`, options.length > 1 ? options : options[0], at))
      addError(errors, `${at}/question_id`, 'unknown_field');
}

/**
 * Reads `{question: value}` or `[{id, rate}]`, also inside groups (`{category: [...]}`, `[{category, questions: [...]}]`). A
 * question with a choice and a remark is `{choice_id, text}`.
 */
export function readGroupedAnswers(target: AnswerTarget, group: unknown, pointer: string, depth = 0): void {
  const { form, put, errors } = target;
  if (depth > MAX_DEPTH || typeof group !== 'object' || group === null) {
    if (!NOT_RATED_VALUES.has(group)) addError(errors, pointer, 'type');
    return;
  }
  const item = group as Record<string, unknown>;
  const id = item.id ?? item.question_id;
  if (!Array.isArray(group) && (typeof id === 'string' || typeof id === 'number')) {
    const key = ['rate', 'choice_id', 'answer', 'value'].find((one) => Object.hasOwn(item, one));
    const question = form.byQuestion.get(String(id))
      ? String(id)
      : typeof item.name === 'string'
        ? item.name
        : String(id);
    if (key !== undefined || !('questions' in item)) {
      const known = put(question, key === undefined ? undefined : getOwn(item, key), pointer);
      if (!known || !putRemark(target, question, item, pointer)) addError(errors, pointer, 'unknown_field');
      else spreadCounts(target, question, item, pointer);
      return;
    }
  }
  for (const [name, value] of Object.entries(item)) {
    if (countUncheckedIfFull(errors, 1)) continue;
    const inner = `${pointer}/${escapePointer(name)}`;
    if (!Array.isArray(group) && isObject(value) && ('choice_id' in value || 'text' in value)) {
      const known = put(name, value.choice_id, inner) && putRemark(target, name, value, inner);
      if (!known) addError(errors, inner, 'unknown_field');
      continue;
    }
    if (!Array.isArray(group) && put(name, value, inner)) continue;
    if (typeof value === 'object' && value !== null) readGroupedAnswers(target, value, inner, depth + 1);
    else if (!['category', 'title', 'id', 'name', 'name_en', 'name_fa', 'name_ps'].includes(name))
      addError(errors, inner, 'unknown_field');
  }
}

/** Stores counts in a question's row (`male_count` beside `rate`) under `<question>_male_count`. */
function spreadCounts(
  { form, put }: AnswerTarget,
  question: string,
  item: Record<string, unknown>,
  pointer: string,
): void {
  const stored = toPropertyName(form, question);
  for (const [name, value] of Object.entries(item)) {
    const counted = `${stored}_${name}`;
    const node = form.byProperty.get(counted);
    if (node && isCountsQuestion(node)) put(counted, value, `${pointer}/${escapePointer(name)}`);
  }
}

/**
 * Returns `ratings` (`[{category, id, rate}]`, "NA" if not rated) of a form with ratings, and `answers` (`{choice_id, text}` by
 * property name) of a form with remarks.
 */
export function documentedAnswerGroups(form: CompiledForm, data: RecordData): RecordData {
  const nodes = [...form.fields.values()];
  const ratings = form.sections.flatMap(({ id, fields }) =>
    fields.filter(isRatingQuestion).map((node) => ({ category: id, id: node.id, rate: data[node.name] ?? 'NA' })),
  );
  const answers = nodes.flatMap(({ name, def: { remarkOf } }) =>
    remarkOf ? [[remarkOf, { choice_id: data[remarkOf] ?? null, text: data[name] ?? null }]] : [],
  );
  return {
    ...(ratings.length > 0 && { ratings }),
    ...(answers.length > 0 && { answers: Object.fromEntries(answers) }),
  };
}

/** Stores the remark of a documented answer. Returns false if one was sent but the question has none. */
function putRemark(
  { form, put }: AnswerTarget,
  question: string,
  answer: Record<string, unknown>,
  pointer: string,
): boolean {
  if (answer.text === undefined || answer.text === null || answer.text === '') return true;
  const stored = toPropertyName(form, question);
  const remark = [...form.fields.values()].find(
    (node) => node.def.remarkOf !== undefined && node.def.remarkOf === stored,
  );
  return remark !== undefined && put(remark.name, answer.text, pointer);
}
