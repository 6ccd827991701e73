/** Checks expressions: they can be read, name what exists, fit in type, read an answer and give what their place needs. */

import { isRow } from '../definitions/rows.ts';
import { groupsOf } from '../definitions/sections.ts';
import type { Condition, Field, JsonSchema } from '../definitions/types.ts';
import { escapePointer } from '../errors/json.ts';
import { FUNCTIONS, LOOPS, METHODS } from '../expressions/functions.ts';
import { compileExpression, MOST_ROWS, type Program, type ResultType } from '../expressions/program.ts';
import type { Fault } from '../expressions/translate.ts';
import {
  type AnswerTypes,
  answerTypes,
  filterExpression,
  filterTypes,
  readsToday,
  tableOf,
} from '../expressions/types.ts';
import { numberOfIso } from '../text/calendar.ts';
import { type Schemas, schemasInRow } from './conditions.ts';
import { type FormFile, meant, type Report } from './issue.ts';

type Wanted = 'boolean' | 'number' | 'text';

/** An expression and where it stands. `schemas` are those of the answers that it may read. */
interface Place {
  expr: string;
  pointer: string;
  schemas: Schemas;
  wanted: Wanted;
}

const KNOWN_FUNCTIONS = [FUNCTIONS, METHODS, LOOPS].flatMap(Object.keys);

export function checkExpressions({ definition, schema }: FormFile, report: Report): void {
  const properties = (schema.properties ?? {}) as Schemas;
  const places = [
    ...definition.sections.flatMap((section, index) => {
      const at = `/sections/${index}`;
      const blocks = [{ group: section, pointer: at }, ...groupsOf(section, at)];
      return blocks.flatMap(({ group, pointer }) =>
        conditionsIn(group.visibleWhen, `${pointer}/visibleWhen`, properties),
      );
    }),
    ...fieldPlaces(definition.fields, properties),
  ];
  const ids = new Set<string>();
  for (const [index, { id, expr, at }] of (definition.constraints ?? []).entries()) {
    const pointer = `/constraints/${index}`;
    const schemas = schemasInRow(properties, tableOf(at));
    places.push({ expr, pointer: `${pointer}/expr`, schemas, wanted: 'boolean' });
    const known = names(answerTypes(properties));
    if (!known.includes(at)) report(`${pointer}/at`, 'constraint_at', { name: at, ...meant(at, known) });
    if (ids.has(id)) report(`${pointer}/id`, 'item_twice', { name: id });
    ids.add(id);
  }
  checkFilters(definition.fields, properties, '/fields', report);
  for (const place of places) {
    if (isRow(definition)) report(place.pointer, 'expression_row');
    else checkOne(place, report);
  }
}

function checkOne({ expr, pointer, schemas, wanted }: Place, report: Report): void {
  const types = answerTypes(schemas);
  const compiled = compileExpression(expr, types);
  if ('program' in compiled) checkProgram(compiled.program, { expr, pointer, schemas, wanted }, report);
  else reportFaults(compiled.faults, types, pointer, 0, report);
}

/** Checks filters, each inside the expression that its program has. */
function checkFilters(fields: Record<string, Field>, schemas: Schemas, base: string, report: Report): void {
  for (const [name, { filter, options, columns = {} }] of Object.entries(fields)) {
    const at = `${base}/${escapePointer(name)}`;
    checkFilters(columns, schemasInRow(schemas, name), `${at}/columns`, report);
    if (!filter) continue;
    if (!options) report(`${at}/filter`, 'filter_options');
    const types = answerTypes(schemas);
    const { before, expr } = filterExpression(filter);
    const compiled = compileExpression(expr, filterTypes(types));
    if ('faults' in compiled) reportFaults(compiled.faults, types, `${at}/filter`, before.length, report);
    else if (compiled.program.inputs.length < 2 && !readsToday(filter)) report(`${at}/filter`, 'expression_constant');
  }
}

/** `before` is the number of characters that were written before the expression. */
function reportFaults(faults: Fault[], types: AnswerTypes, pointer: string, before: number, report: Report): void {
  for (const { code, at, text } of faults) {
    const known = code === 'expression_function' ? KNOWN_FUNCTIONS : names(types).flatMap((path) => path.split('.'));
    report(pointer, code, { text, at: at - before, ...meant(text, known) });
  }
}

function checkProgram(program: Program, { expr, pointer, schemas, wanted }: Place, report: Report): void {
  if (program.type !== wanted && program.type !== ('any' satisfies ResultType))
    report(pointer, 'expression_result', { type: { code: `expression_${wanted}` } });
  if (program.inputs.length === 0 && !readsToday(expr)) report(pointer, 'expression_constant');
  for (const name of program.inputs) {
    const { type, items, maxItems } = schemas[name] as JsonSchema;
    const isTable = type === 'array' && (items as JsonSchema | undefined)?.type === 'object';
    if (isTable && !(Number(maxItems) <= MOST_ROWS)) report(pointer, 'expression_rows', { name, most: MOST_ROWS });
  }
  for (const { name, value } of program.comparisons) {
    const { enum: own, items, format } = schemas[name] as JsonSchema;
    if (format === 'date' && numberOfIso(value) === null) report(pointer, 'expression_date', { text: value });
    const options = (own ?? (items as JsonSchema | undefined)?.enum) as unknown[] | undefined;
    if (options && !options.includes(value)) report(pointer, 'condition_never', { names: [value] });
  }
}

/** Returns names of answers, and of columns by path. */
function names(types: AnswerTypes): string[] {
  return Object.entries(types).flatMap(([name, type]) => [
    name,
    ...(typeof type === 'object' ? names(type.rows).map((column) => `${name}.${column}`) : []),
  ]);
}

function conditionsIn(condition: Condition | undefined, pointer: string, schemas: Schemas): Place[] {
  if (!condition || 'field' in condition) return [];
  if ('expr' in condition) return [{ expr: condition.expr, pointer: `${pointer}/expr`, schemas, wanted: 'boolean' }];
  if ('not' in condition) return conditionsIn(condition.not, `${pointer}/not`, schemas);
  const [key, parts] = 'all' in condition ? ['all', condition.all] : ['any', condition.any];
  return parts.flatMap((one, index) => conditionsIn(one, `${pointer}/${key}/${index}`, schemas));
}

/** Returns the expressions of fields, and those of columns over their row. */
function fieldPlaces(fields: Record<string, Field>, schemas: Schemas, base = '/fields'): Place[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const { visibleWhen, requiredWhen, problemWhen, derived, count, columns = {} } = field;
    const at = `${base}/${escapePointer(name)}`;
    const value: Wanted = schemas[name]?.type === 'string' ? 'text' : 'number';
    return [
      ...conditionsIn(visibleWhen, `${at}/visibleWhen`, schemas),
      ...conditionsIn(requiredWhen, `${at}/requiredWhen`, schemas),
      ...conditionsIn(problemWhen?.expr ? { expr: problemWhen.expr } : undefined, `${at}/problemWhen`, schemas),
      ...(derived?.expr ? [{ expr: derived.expr, pointer: `${at}/derived/expr`, schemas, wanted: value }] : []),
      ...(count ? [{ expr: count.expr, pointer: `${at}/count/expr`, schemas, wanted: 'number' as const }] : []),
      ...fieldPlaces(columns, schemasInRow(schemas, name), `${at}/columns`),
    ];
  });
}
