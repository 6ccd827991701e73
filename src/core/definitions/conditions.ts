/**
 * Conditions of a form by key. One that JSON Schema can say becomes a schema, which is part of the validator; one with an
 * expression becomes a rule, which the programs of the form answer.
 */

import {
  answerTypes,
  type ExpressionRule,
  type Expressions,
  namesInExpression,
  readsToday,
  type ScopedExpression,
  SITUATION_TYPES,
  tablePathOf,
} from '../expressions/types.ts';
import { getOwn } from '../json.ts';
import { allConditions } from './sections.ts';
import type { Condition, Field, FieldNode, FormDefinition, JsonSchema } from './types.ts';

/** Returns a condition without expressions as a JSON Schema over the whole record. */
function conditionSchema(condition: Condition): JsonSchema {
  if ('field' in condition) return { properties: { [condition.field]: condition.is }, required: [condition.field] };
  if ('all' in condition) return { allOf: condition.all.map(conditionSchema) };
  if ('any' in condition) return { anyOf: condition.any.map(conditionSchema) };
  if ('not' in condition) return { not: conditionSchema(condition.not) };
  throw new Error(`${condition.expr} is no JSON Schema`);
}

/** Returns the expressions in a condition. */
function expressionsIn(condition: Condition): string[] {
  if ('expr' in condition) return [condition.expr];
  if ('all' in condition) return condition.all.flatMap(expressionsIn);
  if ('any' in condition) return condition.any.flatMap(expressionsIn);
  return 'not' in condition ? expressionsIn(condition.not) : [];
}

/** Returns the property names that a condition reads. Names in expressions may be too many, see `namesInExpression`. */
export function conditionInputs(condition: Condition): string[] {
  if ('expr' in condition) return namesInExpression(condition.expr);
  if ('field' in condition) return [condition.field];
  if ('all' in condition) return condition.all.flatMap(conditionInputs);
  if ('any' in condition) return condition.any.flatMap(conditionInputs);
  return conditionInputs(condition.not);
}

/** Returns the parts of a condition, all of which must hold, that read nothing but answers of the record. */
function ofAnswersOnly(condition: Condition): Condition[] {
  if ('all' in condition) return condition.all.flatMap(ofAnswersOnly);
  const reads = expressionsIn(condition);
  const isOther = (expr: string) =>
    readsToday(expr) || namesInExpression(expr).some((name) => Object.hasOwn(SITUATION_TYPES, name));
  return reads.some(isOther) ? [] : [condition];
}

/** Returns `problemWhen` as a condition: a schema for the answer itself, or an expression. */
export function problemCondition(name: string, { problemWhen }: Field): Condition | undefined {
  if (!problemWhen) return undefined;
  return problemWhen.expr ? { expr: problemWhen.expr } : { field: name, is: problemWhen };
}

/** Collects conditions by key. Equal conditions share one key, which keeps the validator small. */
export function keyedConditions() {
  const schemas: Record<string, JsonSchema> = {};
  const rules: Record<string, ExpressionRule> = {};
  const keys = new Map<string, string>();
  const counts = { c: 0, e: 0 };
  const keep = <One>(all: Record<string, One>, prefix: keyof typeof counts, one: One): string => {
    const text = JSON.stringify(one);
    const known = keys.get(text);
    if (known !== undefined) return known;
    const key = `${prefix}${counts[prefix]}`;
    counts[prefix] += 1;
    keys.set(text, key);
    all[key] = one;
    return key;
  };
  const keyOfSchema = (schema: JsonSchema) => keep(schemas, 'c', schema);
  const ruleOf = (condition: Condition, table?: string): ExpressionRule => {
    if ('expr' in condition) return inTable(condition.expr, table);
    if ('field' in condition || expressionsIn(condition).length === 0) return keyOfSchema(conditionSchema(condition));
    if ('all' in condition) return { all: condition.all.map((one) => ruleOf(one, table)) };
    if ('any' in condition) return { any: condition.any.map((one) => ruleOf(one, table)) };
    return { not: ruleOf(condition.not, table) };
  };
  /** The condition is over the record, or over a row of the `table`. */
  const keyOf = (condition: Condition, table?: string): string => {
    const rule = ruleOf(condition, table);
    return typeof rule === 'string' ? rule : keep(rules, 'e', rule);
  };
  return { schemas, rules, keyOf, keyOfSchema };
}

/**
 * Collects what conditions show and require: of a record, or of a row of a table. `keyOf` gives a condition its key in the
 * validator. A condition that reads anything but `own` names, such as answers around the row, is no rule of its contract.
 */
export function conditionalRules(keyOf: (condition: Condition) => string, own?: ReadonlySet<string>) {
  const shownWhen = new Map<string, Condition>();
  const demands = new Map<string, { when: Condition; names: Set<string> }>();
  const demand = (when: Condition, names: readonly string[]): void => {
    const key = JSON.stringify(when);
    const known = demands.get(key) ?? { when, names: new Set() };
    for (const name of names) known.names.add(name);
    demands.set(key, known);
  };
  const isSchema = ({ when }: { when: Condition }) =>
    expressionsIn(when).length === 0 && (!own || conditionInputs(when).every((name) => own.has(name)));
  return {
    /** Gives a field the keys of its conditions. The one `around` it must hold as well for it to be shown. */
    add: (node: FieldNode, around?: Condition): void => {
      const { visibleWhen, requiredWhen } = node.def;
      const shown = allConditions(around, visibleWhen);
      const exists = shown && allConditions(...ofAnswersOnly(shown));
      if (shown) {
        node.visibleWhen = keyOf(shown);
        if (exists) node.existsWhen = keyOf(exists);
        for (const property of node.properties) shownWhen.set(property, shown);
      }
      if (!requiredWhen) return;
      node.requiredWhen = keyOf(requiredWhen);
      demand(shown ? { all: [shown, requiredWhen] } : requiredWhen, neededParts(node));
    },
    /** Returns a contract as it is checked: an answer that a condition hides is required only while it is shown. */
    validation: (contract: JsonSchema): JsonSchema => {
      const { required, allOf: given = [], ...rest } = contract as { required?: string[]; allOf?: JsonSchema[] };
      for (const name of required ?? []) {
        const shown = shownWhen.get(name);
        if (shown) demand(shown, [name]);
      }
      const rules = [...demands.values()]
        .filter(isSchema)
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        .map(({ when, names }) => ({ if: conditionSchema(when), then: { required: [...names] } }));
      const allOf = [...given, ...rules];
      return {
        ...rest,
        required: (required ?? []).filter((name) => !shownWhen.has(name)),
        ...(allOf.length > 0 && { allOf }),
      };
    },
    /** What JSON Schema cannot say, by key of the condition. Complete after `validation`. */
    demands: () =>
      [...demands.values()]
        .filter((one) => !isSchema(one))
        .map(({ when, names }) => ({ when: keyOf(when), names: [...names] })),
  };
}

/** Returns the properties that must be filled. A village is never required, because many sites have none. */
function neededParts({ def, properties }: FieldNode): string[] {
  return properties.filter((name) => name !== def.bind?.village);
}

/** Returns the expressions of a form; undefined if it has none. */
export function formExpressions(
  { fields, constraints: rules }: FormDefinition,
  contract: JsonSchema,
  conditions: Record<string, ExpressionRule>,
): Expressions | undefined {
  const values: Record<string, string> = {};
  const filters: Record<string, string> = {};
  const counts: Record<string, string> = {};
  const defaults: Record<string, string> = {};
  const add = (all: Record<string, Field>, base: string): void => {
    for (const [name, expr] of Object.entries(defaultsOf(all))) defaults[base + name] = expr;
    for (const [name, { derived, filter, count, columns = {} }] of Object.entries(all)) {
      const path = base + name;
      if (derived?.expr) values[path] = derived.expr;
      if (filter) filters[path] = filter;
      if (count) counts[path] = count.expr;
      add(columns, `${path}.`);
    }
  };
  add(fields, '');
  const constraints = Object.fromEntries((rules ?? []).map(({ id, expr, at }) => [id, inTable(expr, tablePathOf(at))]));
  const byPath = [values, filters, counts, defaults].flatMap(Object.entries) as [path: string, expr: string][];
  const scoped = byPath.map(([path, expr]) => inTable(expr, tablePathOf(path)));
  const all = [...Object.values(conditions).flatMap(scopedIn), ...scoped, ...Object.values(constraints)];
  if (all.length === 0) return undefined;
  const read = new Set(
    all.flatMap(({ expr, table }) => [...namesInExpression(expr), ...(table ? [table.split('.')[0]] : [])]),
  );
  const properties = Object.entries((contract.properties ?? {}) as Record<string, JsonSchema>);
  return {
    types: answerTypes(Object.fromEntries(properties.filter(([name]) => read.has(name)))),
    conditions,
    values,
    constraints,
    filters,
    counts,
    defaults,
  };
}

/** Returns the expressions of initial answers, each after those it reads. */
function defaultsOf(fields: Record<string, Field>): Record<string, string> {
  const seen = new Set<string>();
  const found: Record<string, string> = {};
  const visit = (name: string): void => {
    const expr = getOwn(fields, name)?.default;
    if (!expr || seen.has(name)) return;
    seen.add(name);
    for (const input of namesInExpression(expr)) visit(input);
    found[name] = expr;
  };
  for (const name of Object.keys(fields)) visit(name);
  return found;
}

function inTable(expr: string, table: string | undefined): ScopedExpression {
  return table === undefined ? { expr } : { expr, table };
}

function scopedIn(rule: ExpressionRule): ScopedExpression[] {
  if (typeof rule === 'string') return [];
  if ('expr' in rule) return [rule];
  if ('not' in rule) return scopedIn(rule.not);
  return ('all' in rule ? rule.all : rule.any).flatMap(scopedIn);
}
