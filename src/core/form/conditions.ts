/**
 * Decides which fields exist for a record and calculates the derived ones. A hidden answer counts as absent for everything
 * that reads it. Both are therefore done in one pass, each field after those it reads.
 */

import type { CompiledForm, FieldNode, RecordData, ValidatorModule } from '../definitions/types.ts';
import type { EvaluationContext } from '../expressions/types.ts';
import { getOwn } from '../json.ts';
import { type DeriveContext, dayOfRecord, derivedValue } from './derive.ts';
import { applyDependentFields, CopyOnWriteAnswers, withoutEmptyAnswers } from './normalize.ts';
import { markAdvocatedProblems } from './problemRule.ts';
import { TableNormalizer } from './tables.ts';
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
