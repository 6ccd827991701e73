/** Returns the label of an option of the form, or the name of an item of its open list. */
import type { FieldNode } from '../../../definitions/types.ts';
import { formTextIn, type Option, referenceName, type TextContext } from '../fieldType.ts';

export function optionText(
  node: FieldNode,
  value: unknown,
  context: TextContext,
  options: readonly Option[] | undefined = node.def.options,
): string {
  const option = options?.find((one) => one.value === value);
  return option ? formTextIn(option.label, context) : referenceName(value, context, node.def.choices);
}
