/** The text of one stored property of a field that has several, such as the men of a count or the currency of an amount. */
import type { FieldNode, RecordData } from '../../definitions/types.ts';
import { formatNumber, isBlank } from '../../text/letters.ts';
import { formTextIn, referenceName, type TextContext } from './fieldType.ts';
import { FIELD_TYPES } from './index.ts';
import { closedOptionsOf } from './question.ts';

/** Returns the text of the whole field if it has only one property or if the property has the field's name. */
export function propertyText(node: FieldNode, property: string, data: RecordData, context: TextContext): string {
  if (node.properties.length < 2 || property === node.name) return FIELD_TYPES[node.type].text(node, data, context);
  const value = data[property];
  if (isBlank(value)) return '';
  const option = closedOptionsOf(node, context.constants, property)?.find((one) => one.value === value);
  if (option) return formTextIn(option.label, context);
  return typeof value === 'number' ? formatNumber(value, context.language) : referenceName(value, context);
}
