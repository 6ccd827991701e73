/** What a form hands to the evaluator: its expressions, and the types of the answers that they read. Plain JSON. */

import type { Shape } from '../geometry/shape.ts';
import { getOwn, isObject } from '../json.ts';

/** Type of an answer in an expression; `rows` are the columns of a table, `keys` what one object holds. */
export type AnswerType =
  | 'number'
  | 'text'
  | 'boolean'
  | 'texts'
  | 'line'
  | 'area'
  | 'any'
  | { rows: AnswerTypes }
  | { keys: AnswerTypes };
export type AnswerTypes = { [name: string]: AnswerType };

/** An expression over the record, or over each row of a `table`. Tables are named by path, such as `members.visits`. */
export interface ScopedExpression {
  expr: string;
  table?: string;
}

/** A condition that contains an expression. A text is the key of a condition that JSON Schema expresses. */
export type ExpressionRule =
  | string
  | ScopedExpression
  | { all: ExpressionRule[] }
  | { any: ExpressionRule[] }
  | { not: ExpressionRule };

/** Who fills in the form, in which state and province: what conditions may read beside the answers. */
export interface Situation {
  user?: { name?: string; roles: string[]; provinces?: string[]; person?: string };
  record?: { status?: string; province?: string };
}

export const SITUATION_TYPES: AnswerTypes = {
  user: { keys: { name: 'text', roles: 'texts', provinces: 'texts', person: 'text' } },
  record: { keys: { status: 'text', province: 'text' } },
};

/** What defaults may read besides: answers of the parent and of the last record of the same form below it. */
export const DEFAULT_TYPES: AnswerTypes = { ...SITUATION_TYPES, parent: 'any', last: 'any' };

/** What expressions over a row of a table may read besides: `row.index`, its number in the table, from 1. */
export const ROW_VARIABLE = 'row';
export const ROW_TYPES: AnswerTypes = { [ROW_VARIABLE]: { keys: { index: 'number' } } };

/** Most rows that an expression reads. A longer table counts as unanswered. */
export const ROW_LIMIT = 1000;

/** What an expression is evaluated with. */
export interface EvaluationContext extends Situation {
  /** ISO date in Kabul. Empty if nobody knows it, because the clock of the device is wrong. */
  today: string;
  /** Last day that an answer may name where none may be in the future. Without it: `today`. */
  latest?: string;
}

/** Fields and columns are named by path, such as `members.age`. */
export interface Expressions {
  types: AnswerTypes;
  conditions: Record<string, ExpressionRule>;
  /** Derived values by field. */
  values: Record<string, string>;
  /** By id. */
  constraints: Record<string, ScopedExpression>;
  /** Which options are offered, by field. */
  filters: Record<string, string>;
  /** How many rows a table has, by table. */
  counts: Record<string, string>;
  /** Initial answers of a new record or row, by field, each after those it reads. */
  defaults: Record<string, string>;
}

/** Returns the path of the table that a column belongs to; undefined for a field. */
export function tablePathOf(path: string): string | undefined {
  const end = path.lastIndexOf('.');
  return end < 0 ? undefined : path.slice(0, end);
}

/** Returns the name of a field or column from its path. */
export function lastPathName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

const SCALAR_TYPES: Readonly<Record<string, AnswerType>> = {
  integer: 'number',
  number: 'number',
  string: 'text',
  boolean: 'boolean',
};

const SHAPE_TYPES: Readonly<Record<Shape['type'], AnswerType>> = { LineString: 'line', Polygon: 'area' };

/** Returns the type of an answer from its data contract. */
function answerType(schema: Record<string, unknown> = {}): AnswerType {
  if (schema.type === 'array') {
    const items = isObject(schema.items) ? schema.items : {};
    if (items.type === 'object') return { rows: answerTypes(items.properties) };
    return items.type === 'string' ? 'texts' : 'any';
  }
  if (isObject(schema.properties)) {
    const { type } = schema.properties as { type?: { enum?: Shape['type'][] } };
    return SHAPE_TYPES[type?.enum?.[0] as Shape['type']] ?? 'any';
  }
  return getOwn(SCALAR_TYPES, String(schema.type)) ?? 'any';
}

/**
 * Returns the types of what a row of a table may read: its cells, the answers around it, and its number. Cells hide answers of
 * their name, and both hide the number.
 */
export function typesInRow(types: AnswerTypes, table: string | undefined): AnswerTypes {
  let found = table === undefined ? types : { ...ROW_TYPES, ...types };
  for (const name of table?.split('.') ?? []) {
    const type = getOwn(found, name);
    if (typeof type === 'object' && 'rows' in type) found = { ...found, ...type.rows };
  }
  return found;
}

export function answerTypes(properties: unknown = {}): AnswerTypes {
  const all = Object.entries(properties as Record<string, Record<string, unknown>>);
  return Object.fromEntries(all.map(([name, schema]) => [name, answerType(schema)]));
}

const TEXTS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;

/**
 * Returns the names that an expression reads, without parsing it, so that a form can be compiled before the evaluator is
 * loaded. Words of the language may be among them, such as `true`.
 */
export function namesInExpression(expr: string): string[] {
  const code = expr.replace(TEXTS, '""');
  const variables = new Set([...code.matchAll(/\.\w+\s*\(\s*(\w+)\s*,/g)].map(([, variable]) => variable));
  // A path begins with a name, unless it is a number, the method of something before it, or a function.
  const paths = [...code.matchAll(/[\w.]+(\s*\()?/g)].filter(([path]) => /^[A-Za-z_]\w*(\.|$)/.test(path));
  const names = new Set(paths.map(([path]) => path.split('.')[0] as string));
  // `row` may be the number of the row in one place, and a variable in another.
  return [...names].filter((name) => name === ROW_VARIABLE || !variables.has(name));
}

export function readsToday(expr: string): boolean {
  return /\btoday\s*\(/.test(expr);
}

/** Returns the keys that an expression reads of one of the names in `DEFAULT_TYPES`, such as `water` of `last.water`. */
export function keysRead(expr: string, name: string): string[] {
  const code = expr.replace(TEXTS, '""');
  return [...code.matchAll(new RegExp(`(?<![\\w.])${name}\\s*\\.\\s*(\\w+)`, 'g'))].map(([, key]) => key as string);
}

/** Name of the options in a filter's program. No answer has it, since names of answers begin with a letter. */
export const OPTIONS_VARIABLE = '_options';

/** A filter is a condition on each option. This is its program's expression, which gives the values that are offered. */
export function filterExpression(filter: string): { before: string; expr: string } {
  const before = `${OPTIONS_VARIABLE}.filter(option, `;
  return { before, expr: `${before}${filter}).map(option, option.value)` };
}

export function filterTypes(types: AnswerTypes, attributes: AnswerTypes): AnswerTypes {
  return { ...types, [OPTIONS_VARIABLE]: { rows: attributes } };
}

/** Attributes of the options of the definition. */
export const OPTION_TYPES: AnswerTypes = { value: 'text', parent: 'text' };

/** Returns the attributes that a filter reads. Their types are checked with the definitions, where lists and other forms are known. */
export function attributesRead(filter: string): AnswerTypes {
  const read = keysRead(filter, 'option').map((name) => [name, 'any'] as const);
  return { ...Object.fromEntries(read), ...OPTION_TYPES };
}
