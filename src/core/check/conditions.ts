/** Checks conditions and derivations without expressions: names exist, only allowed JSON Schema keywords are used, there are no cycles. */

import { conditionInputs } from '../definitions/conditions.ts';
import { withReasonConditions } from '../definitions/constraints.ts';
import { propertiesByPart, valueInputs } from '../definitions/inputs.ts';
import { isRowForm } from '../definitions/rows.ts';
import { groupsOf, questionsOf } from '../definitions/sections.ts';
import type { Condition, Field, JsonSchema, Section } from '../definitions/types.ts';
import { escapePointer, getOwn } from '../json.ts';
import { didYouMean, type FormFile, type ReportIssue } from './issues/issue.ts';

/** Keywords that a condition may use. More would be too hard for people to follow. */
const KEYWORDS = new Set([
  'const',
  'enum',
  'type',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'contains',
  'not',
  'anyOf',
  'allOf',
  'format',
  'pattern',
]);

export type ContractsByName = Record<string, JsonSchema>;
type Fields = Record<string, Field>;

export function checkConditions({ definition, schema }: FormFile, report: ReportIssue): void {
  const properties = (schema.properties ?? {}) as ContractsByName;
  const fields = withReasonConditions(definition);
  for (const [index, section] of definition.sections.entries()) {
    checkCondition(section.visibleWhen, properties, `/sections/${index}/visibleWhen`, report);
    for (const { group, pointer } of groupsOf(section, `/sections/${index}`))
      checkCondition(group.visibleWhen, properties, `${pointer}/visibleWhen`, report);
  }
  for (const [name, field] of Object.entries(fields)) {
    const at = `/fields/${escapePointer(name)}`;
    checkCondition(field.visibleWhen, properties, `${at}/visibleWhen`, report);
    checkCondition(field.requiredWhen, properties, `${at}/requiredWhen`, report);
    if (field.problemWhen) {
      if (!field.problemWhen.expr)
        checkTest(field.problemWhen as JsonSchema, getOwn(properties, name) ?? {}, `${at}/problemWhen`, report);
      if (!getOwn(properties, name)) report(`${at}/problemWhen`, 'problem_no_answer', { type: field.type });
      if (!definition.problems) report(`${at}/problemWhen`, 'problem_form_without');
    }
    if (isRowForm(definition)) refuse(field, ['requiredWhen', 'problemWhen'], at, report);
    if (field.columns) checkColumns(definition, field, schemasInRow(properties, name), at, 1, report);
  }
  // In a row definition, visibility only affects rendering, so a field may depend on its own answer.
  if (!isRowForm(definition)) checkVisibilityCircles(fields, definition.sections, '/fields', report);
  checkDerivations(definition, properties, report);
}

const CONDITIONS = ['visibleWhen', 'requiredWhen', 'problemWhen'] as const;

/** A table in a row may have columns of its own, but none of them rows: people could not find their way. */
const DEEPEST = 2;

/** Checks the columns of a table and of the tables in its rows. `schemas` are those of what a row reads. */
function checkColumns(
  definition: FormFile['definition'],
  { columns = {} }: Field,
  schemas: ContractsByName,
  at: string,
  depth: number,
  report: ReportIssue,
): void {
  for (const [name, column] of Object.entries(columns)) {
    const pointer = `${at}/columns/${escapePointer(name)}`;
    if (column.columns && depth >= DEEPEST) report(pointer, 'table_too_deep');
    checkCondition(column.visibleWhen, schemas, `${pointer}/visibleWhen`, report);
    checkCondition(column.requiredWhen, schemas, `${pointer}/requiredWhen`, report);
    refuse(column, isRowForm(definition) ? CONDITIONS : ['problemWhen'], pointer, report);
    if (column.columns) checkColumns(definition, column, schemasInRow(schemas, name), pointer, depth + 1, report);
  }
  checkVisibilityCircles(columns, [], `${at}/columns`, report);
}

/** Reports conditions where none may stand. */
function refuse(field: Field, keys: readonly (typeof CONDITIONS)[number][], at: string, report: ReportIssue): void {
  for (const key of keys) if (field[key]) report(`${at}/${key}`, 'column_condition');
}

/** Returns the contracts of the cells of a table. */
function cellsOf(table: JsonSchema | undefined): ContractsByName {
  return ((table?.items as JsonSchema | undefined)?.properties ?? {}) as ContractsByName;
}

/**
 * Returns the contracts of what a row of the table at a path reads: its cells, and the answers around it. Copies them all, so
 * it is asked for tables only, not for every question of a long form.
 */
export function schemasInRow(schemas: ContractsByName, table: string | undefined): ContractsByName {
  let found = schemas;
  for (const name of table?.split('.') ?? []) found = { ...found, ...cellsOf(getOwn(found, name)) };
  return found;
}

function checkCondition(
  condition: Condition | undefined,
  properties: ContractsByName,
  pointer: string,
  report: ReportIssue,
): void {
  if (!condition) return;
  const check = (inner: Condition, step: string) => checkCondition(inner, properties, `${pointer}/${step}`, report);
  if ('all' in condition) for (const [index, inner] of condition.all.entries()) check(inner, `all/${index}`);
  else if ('any' in condition) for (const [index, inner] of condition.any.entries()) check(inner, `any/${index}`);
  else if ('not' in condition) check(condition.not, 'not');
  else if ('expr' in condition) return;
  else if (!getOwn(properties, condition.field))
    report(`${pointer}/field`, 'condition_field_unknown', {
      name: condition.field,
      ...didYouMean(condition.field, Object.keys(properties)),
    });
  else
    checkTest(condition.is as JsonSchema, getOwn(properties, condition.field) as JsonSchema, `${pointer}/is`, report);
}

function checkTest(test: JsonSchema, property: JsonSchema, pointer: string, report: ReportIssue): void {
  if (Object.keys(test).length === 0) report(pointer, 'condition_always');
  for (const [keyword, value] of Object.entries(test)) {
    if (!KEYWORDS.has(keyword)) report(`${pointer}/${escapePointer(keyword)}`, 'condition_keyword', { name: keyword });
    else if (keyword === 'not') checkTest(value as JsonSchema, property, `${pointer}/not`, report);
    else if (keyword === 'contains')
      checkTest(value as JsonSchema, (property.items ?? {}) as JsonSchema, `${pointer}/contains`, report);
    else if (keyword === 'anyOf' || keyword === 'allOf') {
      for (const [index, inner] of (value as JsonSchema[]).entries())
        checkTest(inner, property, `${pointer}/${keyword}/${index}`, report);
    }
  }
  const allowed = property.enum as unknown[] | undefined;
  const named = [...('const' in test ? [test.const] : []), ...((test.enum ?? []) as unknown[])];
  const never = allowed ? named.filter((value) => !allowed.includes(value)) : [];
  if (never.length > 0) report(pointer, 'condition_never', { names: never.map(String) });
}

/** Checks the fields of a form, or the columns of a table. */
function checkVisibilityCircles(fields: Fields, sections: readonly Section[], base: string, report: ReportIssue): void {
  const owner = new Map<string, string>();
  for (const [name, field] of Object.entries(fields))
    for (const stored of Object.values(propertiesByPart(name, field))) owner.set(stored, name);
  const placed = new Map(sections.flatMap((section) => questionsOf(section)).map((one) => [one.name, one]));
  const shownBy = (name: string): string[] =>
    [getOwn(fields, name)?.visibleWhen, placed.get(name)?.visibleWhen]
      .flatMap((condition) => (condition ? conditionInputs(condition) : []))
      .flatMap((stored) => owner.get(stored) ?? []);
  const madeOf = (name: string): string[] =>
    valueInputs(getOwn(fields, name) ?? {}).flatMap((path) => owner.get(path) ?? []);
  for (const circle of findCycles(Object.keys(fields), (name) => [...shownBy(name), ...madeOf(name)])) {
    // `checkDerivations` reports cycles that consist of derivations only.
    const shown = circle.find((name, at) => shownBy(name).includes(circle[at + 1] as string));
    if (shown === undefined) continue;
    report(`${base}/${escapePointer(shown)}/visibleWhen`, 'visible_circle', {
      circle: circle.join(' → '),
    });
  }
}

/** Checks the fields of a form, or the columns of a table. */
function checkDerivationCircles(fields: Fields, base: string, report: ReportIssue): void {
  const reads = (name: string): string[] =>
    valueInputs(getOwn(fields, name) ?? {}).filter(
      (path) => getOwn(fields, path)?.derived || getOwn(fields, path)?.columns,
    );
  for (const circle of findCycles(Object.keys(fields), reads)) {
    const derived = circle.find((name) => getOwn(fields, name)?.derived);
    const at = derived === undefined ? escapePointer(circle[0] as string) : `${escapePointer(derived)}/derived`;
    report(`${base}/${at}`, 'derived_circle', { circle: circle.join(' → ') });
  }
}

function checkDerivations(definition: FormFile['definition'], properties: ContractsByName, report: ReportIssue): void {
  const checkOne = (
    rule: object | undefined,
    known: (path: string) => boolean,
    at: string,
    schemas: ContractsByName,
  ): void => {
    for (const [kind, value] of Object.entries(rule ?? {})) {
      if (kind === 'expr') continue;
      for (const path of Array.isArray(value) ? value : [value]) {
        if (typeof path === 'string' && !known(path))
          report(`${at}/derived`, 'derived_unknown', { name: path, ...didYouMean(path, Object.keys(schemas)) });
      }
    }
  };
  const check = (fields: Fields, schemas: ContractsByName, base: string): void => {
    for (const [name, { derived, columns }] of Object.entries(fields)) {
      const at = `${base}/${escapePointer(name)}`;
      const isKnown = (path: string) => {
        const [stored = '', column] = path.split('.');
        return column === undefined
          ? getOwn(schemas, stored) !== undefined
          : Object.hasOwn(cellsOf(getOwn(schemas, stored)), column);
      };
      checkOne(derived, isKnown, at, schemas);
      if (columns) check(columns, cellsOf(getOwn(schemas, name)), `${at}/columns`);
    }
    checkDerivationCircles(fields, base, report);
  };
  check(definition.fields, properties, '/fields');
}

/** Returns at least one cycle if the graph has any. Each starts and ends with the same name. */
export function findCycles(names: readonly string[], next: (name: string) => string[]): string[][] {
  const done = new Set<string>();
  const found: string[][] = [];
  const visit = (name: string, path: string[]): void => {
    const at = path.indexOf(name);
    if (at >= 0) {
      found.push([...path.slice(at), name]);
      return;
    }
    if (done.has(name)) return;
    for (const other of next(name)) visit(other, [...path, name]);
    done.add(name);
  };
  for (const name of names) visit(name, []);
  return found;
}
