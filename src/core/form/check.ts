/** Finds all errors of a record. ISO dates, and instants in UTC, compare as text. */
import type {
  AjvError,
  CompiledForm,
  Constants,
  FieldNode,
  RecordData,
  Text,
  ValidatorModule,
} from '../definitions/types.ts';
import { addError, type RecordErrors } from '../errors/recordErrors.ts';
import { type EvaluationContext, namesInExpression } from '../expressions/types.ts';
import { getOwn } from '../json.ts';
import {
  isPointerRestricted,
  isReadRestricted,
  NOTHING_RESTRICTED,
  type RestrictedNames,
  withoutRestricted,
} from '../records/restricted.ts';
import { answerNamesIn } from '../text/languages.ts';
import { answerLevelsAt, answerTextsByLanguage } from './answersInWords.ts';
import { addFieldRuleErrors, type OptionFilterContext } from './fieldRules.ts';
import { addAjvErrors, fieldErrorParams } from './messages.ts';
import { addProblemErrors, type ProblemType } from './problemRule.ts';
import { rowsAtPath } from './rows.ts';
import { toIdList } from './types/fieldType.ts';
import { FIELD_TYPES } from './types/index.ts';
import { violatedExclusiveOption } from './types/options/multi.ts';

export interface RecordCheckContext extends OptionFilterContext {
  /** Items of the form's problem types. Without them, types and categories are not checked. */
  problemTypes?: readonly ProblemType[];
  /** Problems as they were before this visit: the open ones of the site, and those the visit had already. */
  knownProblems?: readonly RecordData[];
  /** Ids of open choice lists by list name. A list that is missing here is not checked. */
  choices?: Readonly<Record<string, ReadonlySet<string>>>;
  /** The scales that all forms share. Without them, messages are written without the answers that they name. */
  constants?: Constants;
}

/** What was found out about the record before its errors. */
interface Findings extends RecordCheckContext {
  moment: EvaluationContext;
  hidden: ReadonlySet<string>;
  /** Names of the fields whose answer requires a problem. */
  flagged: ReadonlySet<string>;
  holds(condition: string, otherwise: boolean): boolean;
}

/** The whole record, the last day that is not in the future, and what the person may not read of it. */
interface Around {
  record: RecordData;
  latest: string;
  unread: RestrictedNames;
}

/** Returns errors by JSON Pointer, for a record without hidden and empty answers. */
export function findRecordErrors(
  form: CompiledForm,
  validator: ValidatorModule,
  record: RecordData,
  context: Findings,
): RecordErrors {
  const errors: RecordErrors = {};
  const found = [...validator.validate(record), ...missingAnswers(form, validator, record, context)];
  if (found.length > 0) addAjvErrors(form, found, errors);
  for (const node of form.fields.values()) addChoiceErrors(node, record, '', context, errors);
  const { moment, unread = NOTHING_RESTRICTED } = context;
  const judged = new Set([...context.flagged].filter((name) => !readsUnread(form, name, unread)));
  addProblemErrors(form, record, judged, context.problemTypes, errors, context.knownProblems);
  addRowErrors(
    [...form.fields.values()],
    record,
    { record, latest: moment.latest ?? moment.today, unread },
    '',
    errors,
  );
  addFieldRuleErrors(form, validator, record, context, errors);
  return context.constants
    ? withNamedAnswers(form, withoutRestricted(record, unread), errors, context.constants)
    : errors;
}

/** Adds the answers that messages of the form name: those of the row in which the error is, and those around it. */
function withNamedAnswers(form: CompiledForm, record: RecordData, errors: RecordErrors, constants: Constants) {
  for (const [pointer, list] of Object.entries(errors))
    for (const error of list) {
      const sentence = error.params?.sentence as Text | undefined;
      if (!sentence || Object.values(sentence).every((words) => answerNamesIn(words).length === 0)) continue;
      const levels = answerLevelsAt(form, record, rowPointerOf(pointer));
      error.params = { ...error.params, answers: answerTextsByLanguage(sentence, levels, constants) };
    }
  return errors;
}

/** Returns the pointer of the row that an answer is in; an empty one for an answer of the record. */
export function rowPointerOf(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
}

/** Returns true if the rule that flags a question reads an answer that the person may not read. */
function readsUnread({ fields }: CompiledForm, name: string, unread: RestrictedNames): boolean {
  const { expr } = fields.get(name)?.def.problemWhen ?? {};
  const names = new Set(typeof expr === 'string' ? namesInExpression(expr) : []);
  return isReadRestricted({ paths: names, whole: names }, unread);
}

/** Returns an error as Ajv has it for each answer, or cell, that a condition with an expression requires. */
function missingAnswers(
  form: CompiledForm,
  { conditions }: ValidatorModule,
  record: RecordData,
  { holds, moment }: Findings,
): AjvError[] {
  const missing = (names: string[], data: RecordData, instancePath: string) =>
    names
      .filter((name) => data[name] === undefined)
      .map((name) => ({ instancePath, keyword: 'required', params: { missingProperty: name } }));
  return form.demands.flatMap(({ when, names, table }) => {
    if (table === undefined) return holds(when, false) ? missing(names, record, '') : [];
    return rowsAtPath(form, record, table).flatMap(({ row, answers, pointer }) =>
      getOwn(conditions, when)?.(answers, moment) ? missing(names, row, pointer) : [],
    );
  });
}

/**
 * Checks rules of one record or of one table row that its schema cannot say: a referenced row exists, an answer marked `once` occurs
 * only once in a table, dates are in order and not in the future, an exclusive option is chosen alone, the rule of a type is kept.
 */
function addRowErrors(
  nodes: readonly FieldNode[],
  data: RecordData,
  around: Around,
  base: string,
  errors: RecordErrors,
): void {
  const { record, latest, unread } = around;
  for (const node of nodes) {
    const value = data[node.name];
    if (node.columns && Array.isArray(value)) addTableErrors(node, node.columns, value, around, base, errors);
    else if (node.def.rowOf && value !== undefined) {
      const isThere = node.def.rowOf.some(
        (table) => Array.isArray(record[table]) && record[table].some((row: RecordData | null) => row?.id === value),
      );
      if (!isThere) addError(errors, `${base}/${node.name}`, 'record_missing');
    }
    const earlier = nodes.find(({ name }) => name === node.def.notBefore);
    if (earlier && !isPointerRestricted(`${base}${earlier.pointer}`, unread))
      addOrderError(errors, `${base}${node.pointer}`, data[earlier.name], value, earlier.def.label, node);
    addFutureError(errors, `${base}${node.pointer}`, value, latest, node);
    const broken = value === undefined ? undefined : FIELD_TYPES[node.type].rule?.(value, node);
    if (broken)
      addError(errors, `${base}${node.pointer}`, broken.code, fieldErrorParams(node, broken.code, broken.params));
    const alone = violatedExclusiveOption(node.def, toIdList(value));
    if (alone)
      addError(
        errors,
        `${base}${node.pointer}`,
        'exclusive_option',
        fieldErrorParams(node, 'exclusive_option', { option: alone.label }),
      );
  }
}

function addTableErrors(
  { name }: FieldNode,
  columns: readonly FieldNode[],
  rows: readonly unknown[],
  around: Around,
  base: string,
  errors: RecordErrors,
): void {
  const seen = new Map<FieldNode, Set<unknown>>();
  rows.forEach((row, index) => {
    if (typeof row !== 'object' || row === null) return;
    const at = `${base}/${name}/${index}`;
    for (const column of columns.filter(({ def }) => def.once)) {
      const before = seen.get(column) ?? new Set();
      const answer = (row as RecordData)[column.name];
      if (before.has(answer)) addError(errors, `${at}/${column.name}`, 'duplicate_items');
      if (answer !== undefined) seen.set(column, before.add(answer));
    }
    addRowErrors(columns, row as RecordData, around, at, errors);
  });
}

function addChoiceErrors(
  node: FieldNode,
  data: RecordData,
  base: string,
  { choices }: RecordCheckContext,
  errors: RecordErrors,
): void {
  if (node.columns) {
    const rows = data[node.name];
    if (!Array.isArray(rows)) return;
    rows.forEach((row, index) => {
      if (typeof row !== 'object' || row === null) return;
      for (const column of node.columns ?? [])
        addChoiceErrors(column, row as RecordData, `${base}/${node.name}/${index}`, { choices }, errors);
    });
    return;
  }
  const list = node.def.choices === undefined ? undefined : getOwn(choices, node.def.choices);
  if (!list) return;
  for (const id of toIdList(data[node.properties[0] ?? node.name])) {
    if (typeof id === 'string' && !list.has(id)) addError(errors, `${base}${node.pointer}`, 'choice');
  }
}

/** `other` is the label of the earlier date; `node` may have its own message. */
function addOrderError(
  errors: RecordErrors,
  pointer: string,
  from: unknown,
  to: unknown,
  other: Text,
  node?: FieldNode,
): void {
  if (typeof from !== 'string' || typeof to !== 'string' || to >= from) return;
  addError(errors, pointer, 'not_before', fieldErrorParams(node, 'not_before', { other }));
}

/** Adds an error for a day that is not here yet, where the definition does not allow one. If nobody knows today, nothing is said. */
function addFutureError(errors: RecordErrors, pointer: string, day: unknown, today: string, node: FieldNode): void {
  if (node.def.notAfter === undefined || typeof day !== 'string' || today === '' || day <= today) return;
  addError(errors, pointer, 'not_after_today', fieldErrorParams(node, 'not_after_today'));
}
