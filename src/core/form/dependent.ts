/** One pass over fields with a condition or derivation, of a record or of a row. */
import type { FieldNode } from '../definitions/types.ts';
import type { CopyOnWrite } from './copyOnWrite.ts';

/**
 * Removes the answers of fields that do not exist, and puts the values that `valueFor` gives to derived fields and tables. Each
 * field must follow those it reads. Returns the names of the fields that are not shown. What is not shown to this person, or in
 * this state, or on this day, keeps its answer.
 */
export function normalizeFields(
  dependent: readonly FieldNode[],
  answers: CopyOnWrite,
  isShown: (key: string) => boolean,
  valueFor?: (node: FieldNode) => unknown,
): Set<string> {
  const hidden = new Set<string>();
  for (const node of dependent) {
    if (node.visibleWhen && !isShown(node.visibleWhen)) hidden.add(node.name);
    if (node.existsWhen && !isShown(node.existsWhen)) {
      for (const property of node.properties) answers.put(property, undefined);
    } else if (valueFor && (node.def.derived || node.columns)) {
      answers.put(node.name, valueFor(node));
    }
  }
  return hidden;
}
