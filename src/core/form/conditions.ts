/**
 * Decides which fields, rows and cells exist for a record and calculates the derived ones. A hidden answer counts as absent for
 * everything that reads it. Both are therefore done in one pass, each field after those it reads. A row reads its own cells, and the
 * answers around it that have no column of their name: those of the record, for a row in a row also those of the outer row.
 */

import type { CompiledForm, FieldNode, RecordData, ValidatorModule } from '../definitions/types.ts';
import { equal } from '../definitions/validatorRuntime.ts';
import type { EvaluationContext } from '../expressions/types.ts';
import { getOwn, isObject } from '../json.ts';
import { type DeriveContext, dayOfRecord, derivedCell, derivedValue } from './derive.ts';
import { applyDependentFields, CopyOnWriteAnswers, withoutEmptyAnswers } from './normalize.ts';
import { markAdvocatedProblems } from './problemRule.ts';
import { type CompiledRules, isRowFilled, requiredRowCount, rowNumberOf, rowScopeAnswers } from './rows.ts';
import { isUnanswered } from './types/fieldType.ts';
import { FIELD_TYPES } from './types/index.ts';
import { isAnswerable } from './types/question.ts';

export interface NormalizedAnswers {
  /** Answers of the fields that exist. */
  data: RecordData;
  /** The given answers, with the calculated cells of tables. */
  answers: RecordData;
  tables: TableNormalizer;
  /** Names of the fields that are not shown. */
  hidden: ReadonlySet<string>;
  /** Returns whether a condition holds, evaluating each once. Returns `otherwise` if the validator does not have it. */
  holds(key: string, otherwise: boolean): boolean;
}

/** Derived values and tables are calculated unless they are `kept`. */
export function normalizeAnswers(
  form: CompiledForm,
  validator: ValidatorModule,
  given: RecordData,
  moment: EvaluationContext,
  kept = false,
): NormalizedAnswers {
  const { today } = moment;
  const answers = new CopyOnWriteAnswers(withoutEmptyAnswers(given));
  const open = new CopyOnWriteAnswers(given);
  const tables = new TableNormalizer(validator, moment);
  const asked = new Map<string, boolean>();
  const holds = (key: string, otherwise: boolean): boolean => {
    const known = asked.get(key) ?? getOwn(validator.conditions, key)?.(answers.data, moment);
    if (known !== undefined) asked.set(key, known);
    return known ?? otherwise;
  };
  const valueFor = (node: FieldNode) => {
    if (!node.columns) return derivedValue(form, node, answers.data, today, validator.programs);
    const day = dayOfRecord(form, answers.data, today);
    const rows = tables.normalize(node, given[node.name], answers.data, day);
    open.put(node.name, rows.open);
    return markAdvocatedProblems(form, { [node.name]: rows.stored })[node.name];
  };
  const hidden = applyDependentFields(form.dependent, answers, (key) => holds(key, true), kept ? undefined : valueFor);
  for (const { name } of form.derived) open.put(name, answers.data[name]);
  return { data: answers.data, answers: open.data, tables, hidden, holds };
}

/** Returns the names of the fields that a stored record does not show: what was answered is shown to everybody. */
export function hiddenFields(
  form: CompiledForm,
  validator: ValidatorModule,
  stored: RecordData,
  moment: EvaluationContext,
): ReadonlySet<string> {
  const { data, hidden } = normalizeAnswers(form, validator, stored, moment, true);
  return new Set([...hidden].filter((name) => isUnanswered(form.fields.get(name) as FieldNode, data)));
}

/**
 * Returns the columns that apply to a row with its current answers. Other columns keep their answers, because a row may
 * outlive one record. If the validator lacks a column's condition, the column applies if it has an answer.
 */
export function applicableColumns(
  columns: readonly FieldNode[],
  validator: ValidatorModule,
  row: RecordData,
): FieldNode[] {
  const holds = (node: FieldNode, key: string) =>
    getOwn(validator.conditions, key)?.(row) ?? !FIELD_TYPES[node.type].isEmpty(node, row);
  return columns.filter((node) => isAnswerable(node) && (!node.visibleWhen || holds(node, node.visibleWhen)));
}

/** Recalculates every derived value but those of expressions, also of hidden fields. Returns the same object if nothing changed. */
export function applyDerived(form: CompiledForm, data: RecordData, moment: DeriveContext): RecordData {
  const { today } = moment;
  const answers = new CopyOnWriteAnswers(data);
  const tables = new TableNormalizer({ conditions: {} }, moment);
  const valueFor = (node: FieldNode) => {
    if (!node.columns) return derivedValue(form, node, answers.data, today);
    return tables.normalize(node, answers.data[node.name], answers.data, dayOfRecord(form, data, today)).open;
  };
  applyDependentFields(form.dependent, answers, () => true, valueFor);
  return answers.data;
}

interface OpenAndStoredRows {
  /** As the open form has them: with hidden cells and empty rows. */
  open: unknown;
  /** As they are stored: without hidden and empty cells, and without rows in which nothing is filled. */
  stored: unknown;
}

/** Normalizes the tables of one record. What does not change stays the same object. */
class TableNormalizer {
  /** For tables with dropped rows: the index in the open form of each stored row, by JSON Pointer in the stored record. */
  readonly places = new Map<string, readonly number[]>();
  readonly #rules: CompiledRules;
  readonly #moment: EvaluationContext;

  /** A condition that the rules do not have holds, and an expression that they do not have is left out. */
  constructor(rules: CompiledRules, moment: EvaluationContext) {
    this.#rules = rules;
    this.#moment = moment;
  }

  /** `around` are the answers that the table stands among, `day` the date of the record, `pointer` that of the stored table. */
  normalize(
    table: FieldNode,
    given: unknown,
    around: RecordData,
    day: string,
    pointer = table.pointer,
  ): OpenAndStoredRows {
    const count = requiredRowCount(table, around, this.#rules, this.#moment);
    const isUntouched = (row: unknown, number: number) =>
      isObject(row) && this.#isUntouched(table, row, around, number);
    const before = count === undefined ? given : counted(given, count, isUntouched);
    if (!Array.isArray(before)) return { open: before, stored: before };
    const open: unknown[] = [];
    const stored: unknown[] = [];
    const places: number[] = [];
    for (const [index, row] of before.entries()) {
      const rows = isObject(row)
        ? this.#row(table, row, index, around, day, `${pointer}/${stored.length}`)
        : { open: row, stored: row };
      open.push(rows.open);
      if (isObject(rows.stored) && !isRowFilled(table, rows.stored)) continue;
      stored.push(rows.stored);
      places.push(index);
    }
    if (stored.length < before.length) this.places.set(pointer, places);
    else this.places.delete(pointer);
    return { open: sameOr(before, open), stored: stored.length === 0 ? undefined : sameOr(before, stored) };
  }

  /** Returns true for a row in which nobody filled in anything: other cells are derived, or still their defaults. */
  #isUntouched(table: FieldNode, row: RecordData, around: RecordData, number: number): boolean {
    const cells = withoutEmptyAnswers(row);
    const answers = rowScopeAnswers(table, cells, around, number);
    const { path, columns = [] } = table;
    return Object.entries(cells).every(([name, value]) => {
      if (columns.find((column) => column.name === name)?.def.derived) return true;
      const initial = this.#rules.programs?.defaults.get(`${path}.${name}`);
      return initial !== undefined && equal(value, initial.run(answers, this.#moment));
    });
  }

  /** Returns the pointer in the open form of what has this pointer in the stored record. */
  inOpenForm(pointer: string): string {
    if (this.places.size === 0) return pointer;
    let stored = '';
    let open = '';
    for (const step of pointer.split('/').slice(1)) {
      open += `/${this.places.get(stored)?.[Number(step)] ?? step}`;
      stored += `/${step}`;
    }
    return open;
  }

  /** Returns how many rows are stored before the row with this pointer in the open form. */
  storedBefore(pointer: string): number {
    let stored = '';
    let before = 0;
    for (const [at, step] of pointer.split('/').slice(1).entries()) {
      const places = at % 2 === 0 ? undefined : this.places.get(stored);
      before = places ? places.filter((place) => place < Number(step)).length : Number(step);
      stored += `/${at % 2 === 0 ? step : before}`;
    }
    return before;
  }

  /** `index` is where the row stands in the open form, `pointer` that of the stored one. */
  #row(
    table: FieldNode,
    row: RecordData,
    index: number,
    around: RecordData,
    day: string,
    pointer: string,
  ): OpenAndStoredRows {
    const number = rowNumberOf(table, row, index, Number(pointer.slice(pointer.lastIndexOf('/') + 1)));
    const open = new CopyOnWriteAnswers(row);
    const stored = new CopyOnWriteAnswers(withoutEmptyAnswers(row));
    const answers = () => rowScopeAnswers(table, stored.data, around, number);
    const isShown = (key: string) => getOwn(this.#rules.conditions, key)?.(answers(), this.#moment) ?? true;
    const hidden = applyDependentFields(table.dependent ?? [], stored, isShown, (column) => {
      if (!column.columns) {
        const program = this.#rules.programs?.values.get(column.path);
        return derivedCell(column, answers(), { today: this.#moment.today, day }, program);
      }
      const inner = this.normalize(column, row[column.name], answers(), day, `${pointer}/${column.name}`);
      open.put(column.name, inner.open);
      return inner.stored;
    });
    for (const { name, def } of table.dependent ?? [])
      if (def.derived) open.put(name, hidden.has(name) ? undefined : stored.data[name]);
    return { open: open.data, stored: stored.data };
  }
}

/** Adds empty rows up to the count, and takes untouched ones from the end that are too many. Filled rows stay. */
function counted(given: unknown, count: number, isUntouched: (row: unknown, number: number) => boolean): unknown {
  const rows = Array.isArray(given) ? given : [];
  let length = rows.length;
  while (length > count && isUntouched(rows[length - 1], length)) length--;
  if (length === rows.length && length >= count) return given;
  const missing = Array.from({ length: Math.max(0, count - length) }, () => ({}));
  return [...rows.slice(0, length), ...missing];
}

/** Returns the list as it was if it has the same rows. */
function sameOr(before: unknown[], now: unknown[]): unknown[] {
  return now.length < before.length || now.some((row, at) => row !== before[at]) ? now : before;
}
