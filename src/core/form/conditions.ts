/**
 * Decides which fields exist for a record and calculates the derived ones. A hidden answer counts as absent for everything
 * that reads it. Both are therefore done in one pass, each field after those it reads.
 */
import type { CompiledForm, FieldNode, RecordData, ValidatorModule } from '../definitions/types.ts';
import type { Moment } from '../expressions/types.ts';
import { CopyOnWrite } from './copyOnWrite.ts';
import { derivedValue } from './derive.ts';
import { nothingStored } from './types/fieldType.ts';
import { FIELD_TYPES } from './types/index.ts';
import { isAsked } from './types/question.ts';

export interface Normalized {
  /** Answers of the fields that exist. */
  data: RecordData;
  /** Names of the fields that are not shown. */
  hidden: ReadonlySet<string>;
  /** Returns whether a condition holds, evaluating each once. Returns `otherwise` if the validator does not have it. */
  holds(key: string, otherwise: boolean): boolean;
}

/** Derived values are calculated unless they are `kept`. */
export function normalize(
  form: CompiledForm,
  validator: ValidatorModule,
  given: RecordData,
  moment: Moment,
  kept = false,
): Normalized {
  const answers = new CopyOnWrite(given);
  const asked = new Map<string, boolean>();
  const holds = (key: string, otherwise: boolean): boolean => {
    const known = asked.get(key) ?? validator.conditions[key]?.(answers.data, moment);
    if (known !== undefined) asked.set(key, known);
    return known ?? otherwise;
  };
  const derivedOf = (node: FieldNode) => derivedValue(form, node, answers.data, moment.today, validator.programs);
  const hidden = normalizeFields(form.dependent, answers, (key) => holds(key, true), kept ? undefined : derivedOf);
  return { data: answers.data, hidden, holds };
}

/**
 * Removes the answers of fields that do not exist, and puts derived values if `derivedOf` gives them. Each field must follow
 * those it reads. Returns the names of the fields that are not shown. What is not shown to this person, or in this state, or
 * on this day, keeps its answer.
 */
export function normalizeFields(
  dependent: readonly FieldNode[],
  answers: CopyOnWrite,
  isShown: (key: string) => boolean,
  derivedOf?: (node: FieldNode) => unknown,
): Set<string> {
  const hidden = new Set<string>();
  for (const node of dependent) {
    if (node.visibleWhen && !isShown(node.visibleWhen)) hidden.add(node.name);
    if (node.existsWhen && !isShown(node.existsWhen)) {
      for (const property of node.properties) answers.put(property, undefined);
    } else if (node.def.derived && derivedOf) {
      answers.put(node.name, derivedOf(node));
    }
  }
  return hidden;
}

/** Returns the names of the fields that a stored record does not show: what was answered is shown to everybody. */
export function hiddenFields(
  form: CompiledForm,
  validator: ValidatorModule,
  stored: RecordData,
  moment: Moment,
): ReadonlySet<string> {
  const { data, hidden } = normalize(form, validator, stored, moment, true);
  return new Set([...hidden].filter((name) => nothingStored(form.fields.get(name) as FieldNode, data)));
}

/**
 * Returns the columns that apply to a row with its current answers. Other columns keep their answers, because a row may
 * outlive one record. If the validator lacks a column's condition, the column applies if it has an answer.
 */
export function askedOf(columns: readonly FieldNode[], validator: ValidatorModule, row: RecordData): FieldNode[] {
  const holds = (node: FieldNode, key: string) =>
    validator.conditions[key]?.(row) ?? !FIELD_TYPES[node.type].isEmpty(node, row);
  return columns.filter((node) => isAsked(node) && (!node.visibleWhen || holds(node, node.visibleWhen)));
}
