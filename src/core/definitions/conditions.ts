/**
 * Conditions of a form by key. One that JSON Schema can say becomes a schema, which is part of the validator; one with an
 * expression becomes a rule, which the programs of the form answer.
 */
import { answerTypes, type Expressions, namesIn, type Rule } from '../expressions/types.ts';
import type { Condition, Field, FormDefinition, JsonSchema } from './types.ts';

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

/** Returns the property names that a condition reads. Names in expressions may be too many, see `namesIn`. */
export function conditionInputs(condition: Condition): string[] {
  if ('expr' in condition) return namesIn(condition.expr);
  if ('field' in condition) return [condition.field];
  if ('all' in condition) return condition.all.flatMap(conditionInputs);
  if ('any' in condition) return condition.any.flatMap(conditionInputs);
  return conditionInputs(condition.not);
}

/** Returns `problemWhen` as a condition: a schema for the answer itself, or an expression. */
export function problemCondition(name: string, { problemWhen }: Field): Condition | undefined {
  if (!problemWhen) return undefined;
  return problemWhen.expr ? { expr: problemWhen.expr } : { field: name, is: problemWhen };
}

/** Collects conditions by key. Equal conditions share one key, which keeps the validator small. */
export function keyedConditions() {
  const schemas: Record<string, JsonSchema> = {};
  const rules: Record<string, Rule> = {};
  const keys = new Map<string, string>();
  const keep = <One>(all: Record<string, One>, prefix: string, one: One): string => {
    const text = JSON.stringify(one);
    const key = keys.get(text) ?? `${prefix}${Object.keys(all).length}`;
    keys.set(text, key);
    all[key] = one;
    return key;
  };
  const keyOfSchema = (schema: JsonSchema) => keep(schemas, 'c', schema);
  const ruleOf = (condition: Condition): Rule => {
    if ('expr' in condition) return condition;
    if ('field' in condition || expressionsIn(condition).length === 0) return keyOfSchema(conditionSchema(condition));
    if ('all' in condition) return { all: condition.all.map(ruleOf) };
    if ('any' in condition) return { any: condition.any.map(ruleOf) };
    return { not: ruleOf(condition.not) };
  };
  const keyOf = (condition: Condition): string => {
    const rule = ruleOf(condition);
    return typeof rule === 'string' ? rule : keep(rules, 'e', rule);
  };
  return { schemas, rules, keyOf, keyOfSchema };
}

/** Collects the property names that are required when a condition holds: one entry for each condition. */
export function demandsByCondition() {
  const demands = new Map<string, { when: Condition; names: Set<string> }>();
  const add = (when: Condition, names: readonly string[]): void => {
    const key = JSON.stringify(when);
    const known = demands.get(key) ?? { when, names: new Set() };
    for (const name of names) known.names.add(name);
    demands.set(key, known);
  };
  const isSchema = ({ when }: { when: Condition }) => expressionsIn(when).length === 0;
  const all = () => [...demands.values()];
  return {
    add,
    /** Rules of JSON Schema. */
    schemas: (): JsonSchema[] =>
      all()
        .filter(isSchema)
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        .map(({ when, names }) => ({ if: conditionSchema(when), then: { required: [...names] } })),
    /** What JSON Schema cannot say, by key of the condition. */
    others: (keyOf: (condition: Condition) => string) =>
      all()
        .filter((one) => !isSchema(one))
        .map(({ when, names }) => ({ when: keyOf(when), names: [...names] })),
  };
}

/** Returns the expressions of a form; undefined if it has none. */
export function formExpressions(
  { fields, constraints: rules }: FormDefinition,
  contract: JsonSchema,
  conditions: Record<string, Rule>,
): Expressions | undefined {
  const constraints = [...(rules ?? [])];
  const derived = (all: Record<string, Field>) =>
    Object.fromEntries(
      Object.entries(all).flatMap(([name, { derived }]) => (derived?.expr ? [[name, derived.expr]] : [])),
    );
  const values = derived(fields);
  const tables = Object.entries(fields).map(([name, { columns }]) => [name, derived(columns ?? {})] as const);
  const cells = Object.fromEntries(tables.filter(([, columns]) => Object.keys(columns).length > 0));
  const filters = Object.fromEntries(
    Object.entries(fields).flatMap(([name, { filter }]) => (filter ? [[name, filter]] : [])),
  );
  const texts = [
    ...Object.values(conditions).flatMap(textsIn),
    ...Object.values(values),
    ...Object.values(filters),
    ...constraints.map(({ expr }) => expr),
  ];
  if (texts.length === 0 && Object.keys(cells).length === 0) return undefined;
  const read = new Set([...texts.flatMap(namesIn), ...Object.keys(cells)]);
  const properties = Object.entries((contract.properties ?? {}) as Record<string, JsonSchema>);
  return {
    types: answerTypes(Object.fromEntries(properties.filter(([name]) => read.has(name)))),
    conditions,
    values,
    cells,
    constraints: Object.fromEntries(constraints.map(({ id, expr }) => [id, expr])),
    filters,
  };
}

function textsIn(rule: Rule): string[] {
  if (typeof rule === 'string') return [];
  if ('expr' in rule) return [rule.expr];
  if ('not' in rule) return textsIn(rule.not);
  return ('all' in rule ? rule.all : rule.any).flatMap(textsIn);
}
