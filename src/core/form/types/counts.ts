/** Numbers side by side (boys, girls); each is a stored property. */
import { ORDER_OPERATORS } from '../../search/operators.ts';
import { formatNumber } from '../../text/digits.ts';
import { pick } from '../../text/languages.ts';
import { type FieldTypeCore, joined, nothingStored } from './face.ts';

export const counts: FieldTypeCore = {
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
