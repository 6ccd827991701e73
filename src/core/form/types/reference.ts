/** person and record: one id, or several. */
import type { FieldNode } from '../../definitions/types.ts';
import { CHOICE_OPERATORS } from '../operators.ts';
import { type FieldType, idsOf, joined, nothingStored, refName, single, storedValue } from './fieldType.ts';

function face(): FieldType {
  return {
    text: (node, data, context) =>
      joined(
        idsOf(storedValue(node, data)).map((id) => refName(id, context)),
        context,
      ),
    columns: single('text'),
    operators: CHOICE_OPERATORS,
    isEmpty: nothingStored,
  };
}

/** true when the field stores a list of ids. */
export function isMultiple(node: FieldNode): boolean {
  return Boolean(node.def.person?.multiple ?? node.def.record?.multiple);
}

export const person = face();
export const record = face();
