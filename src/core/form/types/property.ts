/** The text of one stored property of a field that has several: the men of a count, the currency of an amount. */
import type { FieldNode, RecordData } from '../../definitions/types.ts';
import { isBlank } from '../../records/blank.ts';
import { formatNumber } from '../../text/digits.ts';
import { pick } from '../../text/languages.ts';
import { optionText } from './choice.ts';
import { refName, type TextContext } from './fieldType.ts';
import { FIELD_TYPES } from './index.ts';

/** The field's text where it has one property only or the name is the field's own. */
export function propertyText(node: FieldNode, property: string, data: RecordData, context: TextContext): string {
  if (node.properties.length < 2 || property === node.name) return FIELD_TYPES[node.type].text(node, data, context);
  const value = data[property];
  if (isBlank(value)) return '';
  if (node.type === 'place') return refName(value, context);
  if (node.type === 'matrix') return optionText(node, value, context);
  const currency = context.constants.currencies.find((one) => one.value === value);
  if (node.type === 'money' && currency) return pick(currency.label, context.language);
  return typeof value === 'number' ? formatNumber(value, context.language) : String(value);
}

/** The words a property goes by: its row's label, or undefined where the field's own will do. */
export function propertyLabel(node: FieldNode, property: string) {
  return node.def.rows?.find((row) => row.name === property)?.label;
}
