/** choice and multi: closed options of the form or items of an open list. */
import type { FieldNode } from '../../definitions/types.ts';
import { pick } from '../../text/languages.ts';
import { CHOICE_OPERATORS } from '../operators.ts';
import {
  type FieldType,
  idsOf,
  joined,
  nothingStored,
  refName,
  single,
  storedValue,
  type TextContext,
} from './fieldType.ts';

/** Words of one option. */
export function optionText(node: FieldNode, value: unknown, context: TextContext): string {
  const option = node.def.options?.find((one) => one.value === value);
  return option ? pick(option.label, context.language) : refName(value, context, node.def.choices);
}

export const choice: FieldType = {
  text: (node, data, context) => optionText(node, storedValue(node, data), context),
  columns: single('text'),
  operators: CHOICE_OPERATORS,
  isEmpty: nothingStored,
};

export const multi: FieldType = {
  text: (node, data, context) =>
    joined(
      idsOf(storedValue(node, data)).map((id) => optionText(node, id, context)),
      context,
    ),
  columns: single('text'),
  operators: ['contains', 'not_contains', 'empty'],
  isEmpty: nothingStored,
};
