/**
 * Which fields exist for a record, and what the derived ones are. An answer that is hidden counts as absent for everything
 * that reads it, so both are settled in one pass over the fields, each after those it reads.
 */
import type { CompiledForm, FieldNode, RecordData, ValidatorModule } from '../definitions/types.ts';
import { CopyOnWrite } from './copyOnWrite.ts';
import { derivedValue } from './derive.ts';
import { FIELD_TYPES } from './types/index.ts';
import { isAsked } from './types/question.ts';

export interface Normalized {
  /** Answers of the fields that exist. */
  data: RecordData;
  /** Names of the fields that do not. */
  hidden: ReadonlySet<string>;
  /** Whether a condition of the form holds; each is asked once. A rule that is not there says `otherwise`. */
  holds(key: string, otherwise: boolean): boolean;
}

/** Without `today` derived values stand as they are. */
export function normalize(
  form: CompiledForm,
  validator: ValidatorModule,
  given: RecordData,
  today?: string,
): Normalized {
  const hidden = new Set<string>();
  const answers = new CopyOnWrite(given);
  const asked = new Map<string, boolean>();
  const holds = (key: string, otherwise: boolean): boolean => {
    const known = asked.get(key) ?? validator.conditions[key]?.(answers.data);
    if (known !== undefined) asked.set(key, known);
    return known ?? otherwise;
  };
  for (const node of form.dependent) {
    if (node.visibleWhen && !holds(node.visibleWhen, true)) {
      hidden.add(node.name);
      for (const property of node.properties) answers.put(property, undefined);
    } else if (node.def.derived && today !== undefined) {
      answers.put(node.name, derivedValue(form, node, answers.data, today));
    }
  }
  return { data: answers.data, hidden, holds };
}

/** Names of the fields that a stored record does not have. */
export function hiddenFields(form: CompiledForm, validator: ValidatorModule, stored: RecordData): ReadonlySet<string> {
  return normalize(form, validator, stored).hidden;
}

/**
 * Columns that are asked of a row as it stands. What is not asked keeps its answer: a row may live longer than one record.
 * Where a rule is not there, a column that has one is asked where it is answered.
 */
export function askedOf(columns: readonly FieldNode[], validator: ValidatorModule, row: RecordData): FieldNode[] {
  const holds = (node: FieldNode, key: string) =>
    validator.conditions[key]?.(row) ?? !FIELD_TYPES[node.type].isEmpty(node, row);
  return columns.filter((node) => isAsked(node) && (!node.visibleWhen || holds(node, node.visibleWhen)));
}
