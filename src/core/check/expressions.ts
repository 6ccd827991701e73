/** Checks expressions: they can be read, name what exists, fit in type, read an answer and give what their place needs. */

import { isRowForm } from '../definitions/rows.ts';
import { groupsOf } from '../definitions/sections.ts';
import type { Condition, Field, JsonSchema } from '../definitions/types.ts';
import { FUNCTIONS, LOOPS, METHODS } from '../expressions/functions.ts';
import { compileExpression, type Program, type ResultType } from '../expressions/program.ts';
import type { Fault } from '../expressions/translate.ts';
import {
  type AnswerTypes,
  answerTypes,
  lastPathName,
  namesInExpression,
  ROW_LIMIT,
  ROW_TYPES,
  readsToday,
  tablePathOf,
} from '../expressions/types.ts';
import { FIELD_TYPES } from '../form/types/index.ts';
import { escapePointer, getOwn } from '../json.ts';
import type { SteppedWork } from '../steps.ts';
import { dayNumberOfIso } from '../text/calendar.ts';
import type { CommonFiles } from './commonFiles.ts';
import { type ContractsByName, findCycles, schemasInRow } from './conditions.ts';
import { enumCodesOf } from './contract.ts';
import { didYouMean, type FormFile, type ReportIssue } from './issues/issue.ts';
import { constantOutcome } from './outcomes.ts';
import { type SituationTypes, typesForConditions, typesForDefaults } from './situationTypes.ts';

type Wanted = Exclude<ResultType, 'any' | 'other'>;

/** An expression and where it stands. `schemas` are those of the answers that it may read. */
interface Place {
  expr: string;
  pointer: string;
  schemas: ContractsByName;
  wanted: Wanted;
  /** Default: nothing but the answers. */
  beside?: SituationTypes;
  isConstraint?: true;
  /** The contract of the answer that it begins. */
  begins?: JsonSchema;
  /** It may be the same for every record. */
  mayBeConstant?: boolean;
}

const KNOWN_FUNCTIONS = [FUNCTIONS, METHODS, LOOPS].flatMap(Object.keys);

/** In steps: a long form has an expression for every question. */
export function* checkExpressions(
  file: FormFile,
  forms: readonly FormFile[],
  common: CommonFiles,
  report: ReportIssue,
): SteppedWork<void> {
  const { definition, schema } = file;
  const properties = (schema.properties ?? {}) as ContractsByName;
  const beside = typesForConditions(file, common);
  const places: Place[] = [
    ...definition.sections.flatMap((section, index) => {
      const at = `/sections/${index}`;
      const blocks = [{ group: section, pointer: at }, ...groupsOf(section, at)];
      return blocks.flatMap(({ group, pointer }) =>
        conditionsIn(group.visibleWhen, { pointer: `${pointer}/visibleWhen`, schemas: properties, beside }),
      );
    }),
    ...fieldPlaces(definition.fields, properties, beside),
    ...defaults(definition.fields, properties, typesForDefaults(file, forms, beside), report),
  ];
  const ids = new Set<string>();
  const known = new Set(names(answerTypes(properties)));
  const schemasIn = remembering((table: string) => schemasInRow(properties, table));
  for (const [index, { id, expr, at, reason }] of (definition.constraints ?? []).entries()) {
    yield;
    const pointer = `/constraints/${index}`;
    const table = tablePathOf(at);
    const schemas = table === undefined ? properties : schemasIn(table);
    const row = table !== undefined && { beside: inRow() };
    places.push({ expr, pointer: `${pointer}/expr`, schemas, wanted: 'boolean', isConstraint: true, ...row });
    if (!known.has(at)) report(`${pointer}/at`, 'constraint_at', { name: at, ...didYouMean(at, known) });
    if (reason !== undefined) checkReason(definition.fields, at, reason, schemas, `${pointer}/reason`, report);
    if (ids.has(id)) report(`${pointer}/id`, 'item_twice', { name: id });
    ids.add(id);
  }
  const typesOf = remembering(answerTypes);
  for (const place of places) {
    yield;
    if (isRowForm(definition)) report(place.pointer, 'expression_row');
    else checkOne(place, typesOf(place.schemas), report);
  }
}

/** The reason of a rule over rows is a column of the same table. */
function checkReason(
  fields: Record<string, Field>,
  at: string,
  reason: string,
  schemas: ContractsByName,
  pointer: string,
  report: ReportIssue,
): void {
  const table = tablePathOf(at);
  if (tablePathOf(reason) !== table) {
    report(pointer, 'reason_in_row');
    return;
  }
  const path = table?.split('.') ?? [];
  const beside = path.reduce((found, name) => getOwn(found, name)?.columns ?? {}, fields);
  const name = lastPathName(reason);
  if (!isReason(getOwn(beside, name), getOwn(schemas, name)))
    report(pointer, 'constraint_reason', { name: reason, ...didYouMean(name, Object.keys(beside)) });
}

/** A reason is written or chosen by people. */
function isReason(field: Field | undefined, schema: JsonSchema | undefined): boolean {
  return field !== undefined && schema?.type === 'string' && !field.derived && !FIELD_TYPES[field.type].isHidden;
}

/** Does the same work only once: there are as many answers as questions, for each expression. */
function remembering<Key, Value extends {}>(work: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const value = known.get(key) ?? work(key);
    known.set(key, value);
    return value;
  };
}

/** Returns the types of the answers that an expression may name: every word in it that is one. */
function typesIn(expr: string, types: AnswerTypes): AnswerTypes {
  const found: [string, AnswerTypes[string]][] = [];
  for (const word of new Set(expr.match(/\w+/g))) {
    const type = getOwn(types, word);
    if (type !== undefined) found.push([word, type]);
  }
  return Object.fromEntries(found);
}

function checkOne(place: Place, types: AnswerTypes, report: ReportIssue): void {
  const beside = place.beside?.types ?? {};
  const compiled = compileExpression(place.expr, typesIn(place.expr, types), beside);
  if ('faults' in compiled) {
    reportFaults(compiled.faults, { ...beside, ...types }, place.pointer, 0, report);
    return;
  }
  let isSound = true;
  checkProgram(compiled.program, place, (...finding) => {
    isSound = false;
    report(...finding);
  });
  const { expr, pointer, schemas, wanted, isConstraint = false } = place;
  const same = isSound && wanted === 'boolean' && constantOutcome(compiled.program, expr, schemas, isConstraint);
  if (same) report(pointer, same);
}

/** `before` is the number of characters that were written before the expression. */
export function reportFaults(
  faults: Fault[],
  types: AnswerTypes,
  pointer: string,
  before: number,
  report: ReportIssue,
): void {
  for (const { code, at, text } of faults) {
    const known = code === 'expression_function' ? KNOWN_FUNCTIONS : names(types).flatMap((path) => path.split('.'));
    report(pointer, code, { text, at: at - before, ...didYouMean(text, known) });
  }
}

function checkProgram(
  program: Program,
  { expr, pointer, schemas: own, wanted, beside, begins, mayBeConstant }: Place,
  report: ReportIssue,
): void {
  const schemaOf = (name: string) => getOwn(own, name) ?? getOwn(beside?.schemas ?? {}, name) ?? {};
  if (program.type !== wanted && program.type !== ('any' satisfies ResultType))
    report(pointer, 'expression_result', { type: { code: `expression_${wanted}` } });
  const isConstant = program.inputs.length === 0 && !readsToday(expr);
  if (isConstant && !begins && !mayBeConstant) report(pointer, 'expression_constant');
  if (isConstant && begins) checkBeginning(program.run({}), begins, pointer, report);
  for (const name of program.inputs) {
    const { type, items, maxItems } = schemaOf(name);
    const isTable = type === 'array' && (items as JsonSchema | undefined)?.type === 'object';
    if (isTable && !(Number(maxItems) <= ROW_LIMIT)) report(pointer, 'expression_rows', { name, most: ROW_LIMIT });
  }
  for (const { name, value } of program.comparisons) {
    const schema = schemaOf(name);
    if (schema.format === 'date' && dayNumberOfIso(value) === null) report(pointer, 'expression_date', { text: value });
    const options: unknown[] | undefined = enumCodesOf(schema);
    if (options && !options.includes(value)) report(pointer, 'condition_never', { names: [value] });
  }
}

/** An answer that is always the same at the beginning is one of the options. */
function checkBeginning(value: unknown, begins: JsonSchema, pointer: string, report: ReportIssue): void {
  const codes: unknown[] | undefined = enumCodesOf(begins);
  const strange = codes ? [value].flat().filter((code) => !codes.includes(code)) : [];
  if (strange.length > 0) report(pointer, 'default_no_option', { names: strange.map(String) });
}

/** Returns names of answers, and of columns by path. */
function names(types: AnswerTypes): string[] {
  return Object.entries(types).flatMap(([name, type]) => [
    name,
    ...(typeof type === 'object' ? names('rows' in type ? type.rows : type.keys).map((key) => `${name}.${key}`) : []),
  ]);
}

function conditionsIn(condition: Condition | undefined, place: Omit<Place, 'expr' | 'wanted'>): Place[] {
  if (!condition || 'field' in condition) return [];
  const { pointer } = place;
  if ('expr' in condition) return [{ ...place, expr: condition.expr, pointer: `${pointer}/expr`, wanted: 'boolean' }];
  if ('not' in condition) return conditionsIn(condition.not, { ...place, pointer: `${pointer}/not` });
  const [key, parts] = 'all' in condition ? ['all', condition.all] : ['any', condition.any];
  return parts.flatMap((one, index) => conditionsIn(one, { ...place, pointer: `${pointer}/${key}/${index}` }));
}

/** A row reads its number besides. */
function inRow({ types, schemas }: SituationTypes = { types: {}, schemas: {} }): SituationTypes {
  return { types: { ...types, ...ROW_TYPES }, schemas };
}

/** Returns the expressions of fields, and those of columns over their row. Values read nothing but the answers and the `row`. */
function fieldPlaces(
  fields: Record<string, Field>,
  schemas: ContractsByName,
  beside: SituationTypes,
  base = '/fields',
  row?: { beside: SituationTypes },
): Place[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const { visibleWhen, requiredWhen, problemWhen, derived, count, columns } = field;
    const at = `${base}/${escapePointer(name)}`;
    const value: Wanted = getOwn(schemas, name)?.type === 'string' ? 'text' : 'number';
    return [
      ...conditionsIn(visibleWhen, { pointer: `${at}/visibleWhen`, schemas, beside }),
      ...conditionsIn(requiredWhen, { pointer: `${at}/requiredWhen`, schemas, beside }),
      ...(problemWhen?.expr
        ? [{ expr: problemWhen.expr, pointer: `${at}/problemWhen/expr`, schemas, wanted: 'boolean' as const, ...row }]
        : []),
      ...(derived?.expr ? [{ expr: derived.expr, pointer: `${at}/derived/expr`, schemas, wanted: value, ...row }] : []),
      ...(count
        ? [
            {
              expr: count.expr,
              pointer: `${at}/count/expr`,
              schemas,
              wanted: 'number' as const,
              mayBeConstant: true,
              ...row,
            },
          ]
        : []),
      ...(columns
        ? fieldPlaces(columns, schemasInRow(schemas, name), inRow(beside), `${at}/columns`, { beside: inRow() })
        : []),
    ];
  });
}

/** Returns the defaults as expressions, also those of columns over their row. Reports those that have no place where they stand. */
function defaults(
  fields: Record<string, Field>,
  schemas: ContractsByName,
  beside: SituationTypes,
  report: ReportIssue,
  base = '/fields',
): Place[] {
  const readBy = (name: string) =>
    namesInExpression(getOwn(fields, name)?.default ?? '').filter((one) => getOwn(fields, one)?.default);
  for (const circle of findCycles(Object.keys(fields), readBy))
    report(`${base}/${escapePointer(circle[0] as string)}/default`, 'default_circle', { circle: circle.join(' → ') });
  return Object.entries(fields).flatMap(([name, field]) => {
    const { default: expr, derived, columns, 'ui:readonly': isRead } = field;
    const at = `${base}/${escapePointer(name)}`;
    const inside = columns
      ? defaults(columns, schemasInRow(schemas, name), inRow(beside), report, `${at}/columns`)
      : [];
    if (!expr) {
      if (isRead) report(`${at}/ui:readonly`, 'default_missing');
      return inside;
    }
    const { default: initial, ...schema } = getOwn(schemas, name) ?? {};
    const wanted = getOwn(WANTED, String(schema.type));
    // A changed record replaces its rows, so that nothing in a row is given once.
    const isOnce = base !== '/fields' && (isRead || FIELD_TYPES[field.type].isHidden);
    if (!wanted || derived || isOnce) report(`${at}/default`, 'default_none');
    else if (initial !== undefined) report(`${at}/default`, 'default_twice');
    else return [...inside, { expr, pointer: `${at}/default`, schemas, wanted, beside, begins: schema }];
    return inside;
  });
}

const WANTED: Readonly<Record<string, Wanted>> = {
  integer: 'number',
  number: 'number',
  string: 'text',
  array: 'texts',
};
