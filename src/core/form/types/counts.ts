/** Numbers side by side (boys, girls); each is a stored property. */

import { formatNumber } from '../../text/digits.ts';
import { pick } from '../../text/languages.ts';
import { ORDER_OPERATORS } from '../operators.ts';
import { type FieldType, joined, nothingStored } from './fieldType.ts';

export const counts: FieldType = {
  text: (node, data, context) =>
    joined(
      (node.def.rows ?? []).map((row) => {
        const value = data[row.name];
        return typeof value === 'number'
          ? `${pick(row.label, context.language)}: ${formatNumber(value, context.language)}`
          : '';
      }),
      context,
    ),
  columns: (node) => node.properties.map((name) => ({ name, kind: 'integer' })),
  operators: ORDER_OPERATORS,
  isEmpty: nothingStored,
};
