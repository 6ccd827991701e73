/** What rules of rows read, and what they say of one row. */

import type { CompiledForm, FieldNode, RecordData } from '../definitions/types.ts';
import { onBudget } from '../expressions/budget.ts';
import { type EvaluationContext, ROW_VARIABLE } from '../expressions/types.ts';
import { getOwn, isObject } from '../json.ts';
import { applyDependentFields, CopyOnWriteAnswers, withoutEmptyAnswers } from './normalize.ts';
import { type CompiledRules, offeredOptions } from './offered.ts';

export type { CompiledRules };

/** Returns the answers that a row reads: its cells, the answers around it, and its `number` in the table. */
export function rowScopeAnswers(
  { outer = [], isNumbered }: FieldNode,
  row: RecordData,
  around: RecordData,
  number: number,
): RecordData {
  if (outer.length === 0 && !isNumbered) return row;
  const beside = Object.fromEntries(outer.map((name) => [name, around[name]]));
  return { ...beside, ...row, ...(isNumbered && { [ROW_VARIABLE]: { index: number } }) };
}

/**
 * Returns the number that rules of a row read. `before` is how many rows before it are stored: only these have a number in the
 * record. A row in which nothing is filled yet has the one that it stands at.
 */
export function rowNumberOf(table: FieldNode, row: RecordData, index: number, before: number): number {
  return table.isNumbered && !isRowFilled(table, withoutEmptyAnswers(row)) ? index + 1 : before + 1;
}

/** Returns the number that rules of each row read, in an open form. */
export function rowNumbersOf(table: FieldNode, rows: readonly unknown[]): number[] {
  let before = 0;
  return rows.map((row, index) => {
    if (!table.isNumbered || !isObject(row)) return index + 1;
    const number = rowNumberOf(table, row, index, before);
    if (isRowFilled(table, withoutEmptyAnswers(row))) before += 1;
    return number;
  });
}

/** Returns false for a row without content. Derived cells are none. */
export function isRowFilled({ columns = [] }: FieldNode, row: RecordData): boolean {
  return Object.keys(row).some((name) => !columns.find((column) => column.name === name)?.def.derived);
}

/** Returns how many rows a table must have; undefined if that is free. `around` are the answers that it stands among. */
export function requiredRowCount(
  { path, schema }: FieldNode,
  around: RecordData,
  { programs }: CompiledRules,
  moment: EvaluationContext,
): number | undefined {
  const count = programs?.counts.get(path)?.run(around, moment);
  return typeof count === 'number' ? Math.max(0, Math.min(Math.round(count), Number(schema.maxItems ?? 0))) : undefined;
}

/** One row of a stored record. */
export interface LocatedRow {
  row: RecordData;
  columns: readonly FieldNode[];
  /** What rules of the row read. */
  answers: RecordData;
  pointer: string;
}

/** Returns the rows of a table, by path, in a stored record: of a table in rows those of all outer rows. */
export function rowsAtPath(form: CompiledForm, record: RecordData, path: string): LocatedRow[] {
  let places: LocatedRow[] = [{ row: record, columns: [...form.fields.values()], answers: record, pointer: '' }];
  for (const name of path.split('.')) places = places.flatMap((outer) => rowsIn(name, outer));
  return places;
}

function rowsIn(name: string, outer: LocatedRow): LocatedRow[] {
  const table = outer.columns.find((column) => column.name === name);
  const rows = outer.row[name];
  if (!table?.columns || !Array.isArray(rows)) return [];
  const { columns } = table;
  return rows.flatMap((row: unknown, index) => {
    const place = { columns, pointer: `${outer.pointer}/${name}/${index}` };
    return isObject(row) ? [{ ...place, row, answers: rowScopeAnswers(table, row, outer.answers, index + 1) }] : [];
  });
}

/** Returns what rules of a table in an open form read: the record, or the row at the pointer `base`, without hidden cells. */
export function answersAroundTable(
  form: CompiledForm,
  { answers, data, storedBefore }: { answers: RecordData; data: RecordData; storedBefore(pointer: string): number },
  base: string,
  moment: EvaluationContext,
  rules: CompiledRules,
): RecordData {
  let around = data;
  let open: unknown = answers;
  let columns: readonly FieldNode[] = [...form.fields.values()];
  const steps = base.split('/').slice(1);
  for (let at = 0; at < steps.length; at += 2) {
    const table = columns.find(({ name }) => name === steps[at]);
    const rows = isObject(open) && table && getOwn(open, table.name);
    open = Array.isArray(rows) ? rows[Number(steps[at + 1])] : undefined;
    if (!table || !isObject(open)) return around;
    const index = Number(steps[at + 1]);
    const number = rowNumberOf(table, open, index, storedBefore(`/${steps.slice(0, at + 2).join('/')}`));
    around = evaluateRow(table, open, around, moment, rules, number).answers;
    columns = table.columns ?? [];
  }
  return around;
}

export interface RowEvaluation {
  /** Names of the columns that do not exist in the row. */
  hidden: ReadonlySet<string>;
  /** Names of the columns that must be answered. */
  required: ReadonlySet<string>;
  /** Values of the options that are offered, for columns with a filter. */
  offered: ReadonlyMap<string, readonly string[]>;
  /** Ids of the constraints that are not met and need a reason, by the column that shows the message. */
  warnings: ReadonlyMap<string, readonly string[]>;
  /** What rules of tables in the row read. */
  answers: RecordData;
}

/** Returns what holds for the row of this `number` with calculated cells. `around` are the answers that its table stands among. */
export function evaluateRow(
  table: FieldNode,
  row: RecordData,
  around: RecordData,
  moment: EvaluationContext,
  rules: CompiledRules,
  number: number,
): RowEvaluation {
  return onBudget(() => rowState(table, row, around, moment, rules, number));
}

function rowState(
  table: FieldNode,
  row: RecordData,
  around: RecordData,
  moment: EvaluationContext,
  rules: CompiledRules,
  number: number,
): RowEvaluation {
  const cells = new CopyOnWriteAnswers(withoutEmptyAnswers(row));
  const holds = (key: string) =>
    getOwn(rules.conditions, key)?.(rowScopeAnswers(table, cells.data, around, number), moment);
  const hidden = applyDependentFields(table.dependent ?? [], cells, (key) => holds(key) ?? true);
  const answers = rowScopeAnswers(table, cells.data, around, number);
  const shown = (table.columns ?? []).filter(({ name }) => !hidden.has(name));
  const isRequired = ({ required, requiredWhen }: FieldNode) => required || (requiredWhen && holds(requiredWhen));
  const required = new Set(shown.filter(isRequired).map(({ name }) => name));
  const offered = offeredOptions(shown, answers, moment, rules);
  return { hidden, required, offered, warnings: constraintWarnings(shown, hidden, answers, moment, rules), answers };
}

/** Returns the ids of the constraints that are not met and need a reason, by the field or column that shows the message. */
export function constraintWarnings(
  nodes: Iterable<FieldNode>,
  hidden: ReadonlySet<string>,
  answers: RecordData,
  moment: EvaluationContext,
  { programs }: CompiledRules,
): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const { name, warnings = [] } of nodes) {
    const asked = hidden.has(name) ? [] : warnings.filter(({ reason }) => !hidden.has(reason));
    const unmet = asked.filter(({ id }) => programs?.constraints.get(id)?.run(answers, moment) === false);
    if (unmet.length > 0)
      found.set(
        name,
        unmet.map(({ id }) => id),
      );
  }
  return found;
}
