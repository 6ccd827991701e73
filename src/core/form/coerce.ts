/**
 * A body from outside becomes answers: form-encoded texts become the types of the contract, other documented names become
 * stored names, the documented `ratings` and `answers` shapes become flat. Never throws. What cannot be read stays as it
 * is, so that the validator names the field; unknown names are errors here. `named` are the stored names the body speaks of,
 * also where it empties them.
 */
import type { CompiledForm, JsonSchema, RecordData } from '../definitions/types.ts';
import { FORMATS } from '../definitions/validatorRuntime.ts';
import { addError, leaveOut, type RecordErrors } from '../errors/failure.ts';
import { isBlank } from '../records/blank.ts';
import { toLatinDigits } from '../text/digits.ts';
import { FIELD_TYPES } from './types/index.ts';
import { NOT_RATED } from './types/options/rating.ts';
import { isCounts } from './types/question.ts';

/** Documented groups of answers by question. */
const GROUPS = ['ratings', 'answers'];
const MAX_DEPTH = 6;

export interface CoercedAnswers {
  data: RecordData;
  errors: RecordErrors;
  /** Stored names that the body speaks of, also where what it says of them is nothing. */
  named: ReadonlySet<string>;
}

export function coerce(form: CompiledForm, raw: unknown): CoercedAnswers {
  const data: RecordData = {};
  const named = new Set<string>();
  const errors: RecordErrors = {};
  if (!isObject(raw)) {
    addError(errors, '', 'type');
    return { data, errors, named };
  }
  const properties = (form.contract.properties ?? {}) as Record<string, JsonSchema>;
  const groups = groupNames(form);
  const put = (name: string, value: unknown, pointer: string): boolean => {
    const stored = storedName(form, name);
    if (stored === undefined || !Object.hasOwn(properties, stored)) return false;
    named.add(stored);
    const node = form.byProperty.get(stored);
    const row = stored === form.definition.problems?.field ? form.row : undefined;
    const given = row || node?.def.rowIds ? storedRows(node?.def.rowIds ?? [], row, value) : value;
    const own = node && FIELD_TYPES[node.type].coerce;
    const read = coerceValue(own ? own(given) : given, properties[stored] as JsonSchema, 0, pointer, errors);
    if (read === undefined) return true;
    // A documented second name never replaces the stored one.
    if (stored === name || data[stored] === undefined) data[stored] = read;
    return true;
  };
  const names = Object.keys(raw);
  for (const [index, name] of names.entries()) {
    if (leaveOut(errors, names.length - index)) break;
    const value = raw[name];
    const pointer = `/${escapePointer(name)}`;
    if (put(name, value, pointer)) continue;
    if (groups.dotted.has(name)) putGroup(name, value, pointer, put, errors);
    else if (groups.plain.has(name)) spread(form, value, pointer, put, errors, 0);
    else addError(errors, pointer, 'unknown_field');
  }
  return { data, errors, named };
}

/**
 * Names that answers come together under: `plain` of all forms and of sections, `dotted` where the documented names of
 * answers have the group before a dot (`accessibility.budget`, `logs.1`).
 */
function groupNames(form: CompiledForm): Record<'plain' | 'dotted', ReadonlySet<string>> {
  return {
    plain: new Set([...GROUPS, ...form.sections.flatMap((section) => section.def.aliases ?? [])]),
    // A group may itself have a dot.
    dotted: new Set(
      Object.keys(form.aliases).flatMap((alias) =>
        [...alias.matchAll(/\./g)].map(({ index }) => alias.slice(0, index)),
      ),
    ),
  };
}

/** Stored name of a stored name, another documented name or a question id. */
function storedName(form: CompiledForm, name: string): string | undefined {
  if (form.byProperty.has(name)) return name;
  if (Object.hasOwn(form.aliases, name)) return form.aliases[name];
  return form.byQuestion.get(name)?.properties[0];
}

/** A documented group whose names have a dot: nested, in pairs, or either as JSON text. */
function putGroup(
  name: string,
  value: unknown,
  pointer: string,
  put: (name: string, value: unknown, pointer: string) => boolean,
  errors: RecordErrors,
): void {
  const group = typeof value === 'string' && /^\s*[{[]/.test(value) ? fromJson(value) : value;
  if (group === null || group === undefined || group === '') return;
  if (Array.isArray(group)) putPairs(name, group, pointer, put, errors);
  else if (!isObject(group)) addError(errors, pointer, 'type');
  else
    for (const [key, inner] of Object.entries(group)) {
      if (leaveOut(errors, 1)) continue;
      const at = `${pointer}/${escapePointer(key)}`;
      if (!put(`${name}.${key}`, inner, at)) addError(errors, at, 'unknown_field');
    }
}

/** `[{question_id, option_id}]`: a question that takes several options has a pair for each. */
function putPairs(
  group: string,
  pairs: unknown[],
  pointer: string,
  put: (name: string, value: unknown, pointer: string) => boolean,
  errors: RecordErrors,
): void {
  const chosen = new Map<string, { options: unknown[]; at: string }>();
  for (const [index, pair] of pairs.entries()) {
    if (leaveOut(errors, 1)) continue;
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
 * `{question: value}`, `[{id, rate}]`, or either of them inside groups (`{category: [...]}`, `[{category, questions: [...]}]`).
 * A question with a choice and a remark is `{choice_id, text}`.
 */
function spread(
  form: CompiledForm,
  group: unknown,
  pointer: string,
  put: (name: string, value: unknown, pointer: string) => boolean,
  errors: RecordErrors,
  depth: number,
): void {
  if (depth > MAX_DEPTH || typeof group !== 'object' || group === null) {
    if (!NOT_RATED.has(group)) addError(errors, pointer, 'type');
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
      const known = put(question, key === undefined ? undefined : item[key], pointer);
      if (!known || !putRemark(form, question, item, pointer, put)) addError(errors, pointer, 'unknown_field');
      else spreadCounts(form, question, item, pointer, put);
      return;
    }
  }
  for (const [name, value] of Object.entries(item)) {
    if (leaveOut(errors, 1)) continue;
    const inner = `${pointer}/${escapePointer(name)}`;
    if (!Array.isArray(group) && isObject(value) && ('choice_id' in value || 'text' in value)) {
      const known = put(name, value.choice_id, inner) && putRemark(form, name, value, inner, put);
      if (!known) addError(errors, inner, 'unknown_field');
      continue;
    }
    if (!Array.isArray(group) && put(name, value, inner)) continue;
    if (typeof value === 'object' && value !== null) spread(form, value, inner, put, errors, depth + 1);
    else if (!['category', 'title', 'id', 'name', 'name_en', 'name_fa', 'name_ps'].includes(name))
      addError(errors, inner, 'unknown_field');
  }
}

/** Counts that stand in the row of their question (`male_count` beside `rate`) are `<question>_male_count` in the record. */
function spreadCounts(
  form: CompiledForm,
  question: string,
  item: Record<string, unknown>,
  pointer: string,
  put: (name: string, value: unknown, pointer: string) => boolean,
): void {
  const stored = storedName(form, question);
  for (const [name, value] of Object.entries(item)) {
    const counted = `${stored}_${name}`;
    const node = form.byProperty.get(counted);
    if (node && isCounts(node)) put(counted, value, `${pointer}/${escapePointer(name)}`);
  }
}

/** The remark of a documented answer; false when the question has none and one was sent. */
function putRemark(
  form: CompiledForm,
  question: string,
  answer: Record<string, unknown>,
  pointer: string,
  put: (name: string, value: unknown, pointer: string) => boolean,
): boolean {
  if (answer.text === undefined || answer.text === null || answer.text === '') return true;
  const stored = storedName(form, question);
  const remark = [...form.fields.values()].find(
    (node) => node.def.remarkOf !== undefined && node.def.remarkOf === stored,
  );
  return remark !== undefined && put(remark.name, answer.text, pointer);
}

/** A value in the type of its schema; undefined when it is empty. */
function coerceValue(
  value: unknown,
  schema: JsonSchema,
  depth: number,
  pointer: string,
  errors: RecordErrors,
): unknown {
  if (value === null || value === undefined || depth > MAX_DEPTH) return undefined;
  switch (schema.type) {
    case 'integer':
    case 'number':
      return typeof value === 'string' ? readNumber(value) : value;
    case 'boolean':
      return value === 'true' || value === '1' || value === 1
        ? true
        : value === 'false' || value === '0' || value === 0
          ? false
          : value;
    case 'array':
      return readList(value, schema, depth, pointer, errors);
    case 'object':
      return readObject(value, schema, depth, pointer, errors);
    default:
      return readText(value, schema);
  }
}

function readNumber(text: string): unknown {
  const plain = toLatinDigits(text).trim().replace('\u2212', '-');
  if (plain === '') return undefined;
  if (/^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain)) return Number(plain.replaceAll(',', ''));
  return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : text;
}

/** Formats and patterns of contracts are written for Latin digits. */
function readText(value: unknown, schema: JsonSchema): unknown {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return value;
  const clean = tidyText(value);
  if (clean === '') return undefined;
  if (schema.format === 'date-time') return inUtc(toLatinDigits(clean));
  return schema.format !== undefined || schema.pattern !== undefined || schema.enum !== undefined
    ? toLatinDigits(clean)
    : clean;
}

/** Moments are stored in UTC, so that their texts sort by time. */
function inUtc(moment: string): string {
  return FORMATS['date-time']?.(moment) ? new Date(moment).toISOString() : moment;
}

/** Without surrounding space, control characters that databases refuse, and halves of characters. */
function tidyText(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.trim();
  return (
    text
      .normalize('NFC')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are dropped
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
      .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
      .trim()
  );
}

function readList(value: unknown, schema: JsonSchema, depth: number, pointer: string, errors: RecordErrors): unknown {
  const items = (schema.items ?? {}) as JsonSchema;
  const list = listOf(value, items);
  if (!Array.isArray(list)) return list;
  const read = list.map((one, index) =>
    leaveOut(errors, 1) ? one : coerceValue(one, items, depth + 1, `${pointer}/${index}`, errors),
  );
  return read.filter((one) => one !== undefined);
}

/** Form-encoded bodies carry lists as `a[0]=…` (an object with number keys when long) or as one text. */
function listOf(value: unknown, items: JsonSchema): unknown {
  if (Array.isArray(value)) return value;
  if (isObject(value)) {
    const keys = Object.keys(value);
    return keys.every((key) => /^\d{1,6}$/.test(key))
      ? keys.sort((a, b) => Number(a) - Number(b)).map((key) => value[key])
      : value;
  }
  if (typeof value === 'string' && items.type !== 'object')
    return value
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean);
  if (typeof value === 'number' && items.type !== 'object') return [value];
  if (typeof value === 'string' && value.trim().startsWith('[')) return fromJson(value);
  return value === '' ? undefined : value;
}

/** Bodies may carry rows and groups as JSON text; what is none stays a text, which is refused. */
function fromJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

/** Rows by their stored names, without the ids and names that only documented bodies carry. */
function storedRows(ids: readonly string[], definition: CompiledForm | undefined, value: unknown): unknown {
  const rows = listOf(value, { type: 'object' });
  if (!Array.isArray(rows)) return value;
  const dropped = new Set([...ids, ...Object.keys(definition?.definition.readOnly ?? {})]);
  return rows.map((row) => {
    if (!isObject(row)) return row;
    const stored: RecordData = {};
    for (const [given, inner] of Object.entries(row)) {
      if (dropped.has(given)) continue;
      const name = definition && Object.hasOwn(definition.aliases, given) ? definition.aliases[given] : undefined;
      if (name === undefined) stored[given] = isBlank(inner) ? (stored[given] ?? inner) : inner;
      else if (isBlank(stored[name])) stored[name] = idsOf(inner);
    }
    return stored;
  });
}

/** What an answer names as `{id, name}` comes back as its id. */
function idsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(idsOf);
  return isObject(value) && typeof value.id === 'string' ? value.id : value;
}

function readObject(value: unknown, schema: JsonSchema, depth: number, pointer: string, errors: RecordErrors): unknown {
  if (!isObject(value)) return value === '' ? undefined : value;
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const read: RecordData = {};
  for (const [name, inner] of Object.entries(value)) {
    if (leaveOut(errors, 1)) continue;
    if (!Object.hasOwn(properties, name)) {
      addError(errors, `${pointer}/${escapePointer(name)}`, 'unknown_field');
      continue;
    }
    const made = coerceValue(inner, properties[name] as JsonSchema, depth + 1, `${pointer}/${name}`, errors);
    if (made !== undefined) read[name] = made;
  }
  return read;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
