/** Base of the types whose kind of value depends on the contract. */
import type { FieldNode } from '../../../definitions/types.ts';
import { formatDate } from '../../../text/dates.ts';
import { formatNumber } from '../../../text/letters.ts';
import { bandOf } from '../../bands.ts';
import { type FieldTypeBase, formTextIn, isUnanswered, type PropertyKind, storedValue } from '../fieldType.ts';

function partIn({ schema }: Pick<FieldNode, 'schema'>): PropertyKind {
  if (schema.type === 'array') return 'items';
  if (schema.type === 'integer' || schema.type === 'number') return schema.type;
  if (schema.format === 'date') return 'day';
  return schema.format === 'date-time' ? 'instant' : 'text';
}

export const CONTRACT_TYPE_BASE = {
  parts: partIn,
  text: (node, data, context) => {
    const value = storedValue(node, data);
    const { language } = context;
    if (typeof value === 'number') {
      const band = bandOf(node.def, value);
      const number = formatNumber(value, language);
      return band ? `${formTextIn(band.label, context)} (${number})` : number;
    }
    if (typeof value !== 'string') return '';
    return partIn(node) === 'day' ? formatDate(value, context) : value;
  },
  isEmpty: isUnanswered,
} as const satisfies FieldTypeBase;
