/** Rules of fields and of columns that expressions say: constraints, options that are offered, numbers of rows. */

import type { CompiledForm, FieldNode, RecordData, ValidatorModule } from '../definitions/types.ts';
import { addError, type RecordErrors } from '../errors/recordErrors.ts';
import { type EvaluationContext, lastPathName, tablePathOf } from '../expressions/types.ts';
import { getOwn } from '../json.ts';
import { isReadRestricted, NOTHING_RESTRICTED, type RestrictedNames } from '../records/restricted.ts';
import { type FilterOption, filterInputs, offeredValues } from './offered.ts';
import { requiredRowCount, rowsAtPath } from './rows.ts';
import { toIdList } from './types/fieldType.ts';

/** What filters need to judge an answer whose options are not in the definition. */
export interface OptionFilterContext {
  /** Returns a chosen option with its attributes. An option that is unknown here is not judged. */
  optionOf?: (node: FieldNode, id: string) => FilterOption | undefined;
  /**
   * The stored answers before this change. What they say stays possible while no answer that its filter reads is changed,
   * because lists, places and other records change by themselves.
   */
  before?: RecordData;
  /**
   * Answers of the changed record that this person may not read. A rule that reads one does not judge, or its verdict would
   * tell the answer.
   */
  unread?: RestrictedNames;
}

interface Context extends OptionFilterContext {
  /** Names of the fields that do not exist. */
  hidden: ReadonlySet<string>;
  moment: EvaluationContext;
}

/** Adds errors for a record without hidden and empty answers. A constraint with a reason is no error. */
export function addFieldRuleErrors(
  form: CompiledForm,
  validator: ValidatorModule,
  record: RecordData,
  context: Context,
  errors: RecordErrors,
): void {
  const { programs } = validator;
  if (!programs) return;
  const placesOf = (path: string) => shownPlaces(form, validator, record, path, context);
  const { unread = NOTHING_RESTRICTED } = context;
  for (const { id, at, message, reason } of form.definition.constraints ?? []) {
    const rule = programs.constraints.get(id);
    if (reason || !rule || isReadRestricted(rule.reads, unread, tablePathOf(at))) continue;
    for (const { pointer, answers } of placesOf(at))
      if (rule.run(answers, context.moment) === false) addError(errors, pointer, 'constraint', { sentence: message });
  }
  for (const path of programs.filters.keys()) addFilterErrors(form, validator, record, path, context, errors);
  for (const path of programs.counts.keys())
    for (const { node, pointer, row, answers } of placesOf(path)) {
      const limit = requiredRowCount(node, answers, validator, context.moment);
      const rows = toIdList(row[node.name]).length;
      if (limit === undefined || rows === limit) continue;
      addError(errors, pointer, rows > limit ? 'rows_surplus' : 'rows_missing', {
        count: Math.abs(rows - limit),
        limit,
      });
    }
}

/** Adds an error for each answer that the filter of a field or column does not offer. */
function addFilterErrors(
  form: CompiledForm,
  validator: ValidatorModule,
  record: RecordData,
  path: string,
  context: Context,
  errors: RecordErrors,
): void {
  const { before, moment, optionOf, unread = NOTHING_RESTRICTED } = context;
  const reads = validator.programs?.filters.get(path)?.reads;
  if (reads && isReadRestricted(reads, unread, tablePathOf(path))) return;
  const placesIn = (data: RecordData) => shownPlaces(form, validator, data, path, context);
  const said = ({ node, answers }: Place) =>
    JSON.stringify([...node.properties, ...filterInputs(node, validator)].map((name) => answers[name] ?? null));
  const known = new Set(before && placesIn(before).map(said));
  for (const place of placesIn(record)) {
    const { node, base, row, answers } = place;
    const { options } = node.def;
    if (!options && known.has(said(place))) continue;
    for (const property of node.properties) {
      const chosen = toIdList(row[property]) as string[];
      const judged = options ?? chosen.flatMap((id) => optionOf?.(node, id) ?? []);
      const offered = offeredValues(node, judged, answers, moment, validator);
      const isRefused = (id: string) => !offered.includes(id) && (options || judged.some(({ value }) => value === id));
      if (chosen.some(isRefused)) addError(errors, `${base}/${property}`, 'choice');
    }
  }
}

interface Place {
  node: FieldNode;
  /** Pointer of the record, or of the row. */
  base: string;
  pointer: string;
  /** The record, or the row. */
  row: RecordData;
  /** What rules of the field read. */
  answers: RecordData;
}

/** Returns each place of a stored name or column in the record where its field exists. */
function shownPlaces(
  form: CompiledForm,
  { conditions }: ValidatorModule,
  record: RecordData,
  path: string,
  { hidden, moment }: Context,
): Place[] {
  const table = tablePathOf(path);
  const name = lastPathName(path);
  if (table === undefined) {
    const node = form.byProperty.get(name) ?? form.fields.get(name);
    return node && !hidden.has(node.name)
      ? [{ node, base: '', pointer: `/${name}`, row: record, answers: record }]
      : [];
  }
  return rowsAtPath(form, record, table).flatMap(({ row, columns, answers, pointer }) => {
    const node = columns.find((column) => column.name === name || column.properties.includes(name));
    const isShown = node && (!node.visibleWhen || getOwn(conditions, node.visibleWhen)?.(answers, moment));
    return isShown ? [{ node, base: pointer, pointer: `${pointer}/${name}`, row, answers }] : [];
  });
}
