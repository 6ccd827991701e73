/** derived and hidden: the kind of value follows the contract, not the type. */
import type { FieldNode } from '../../definitions/types.ts';
import { formatDate } from '../../text/dates.ts';
import { formatNumber } from '../../text/digits.ts';
import { pick } from '../../text/languages.ts';
import { bandOf } from '../bands.ts';
import { ORDER_OPERATORS } from '../operators.ts';
import { type ColumnShape, type FieldType, nothingStored, storedValue } from './fieldType.ts';

function kindOf(node: FieldNode): ColumnShape['kind'] {
  if (node.schema.type === 'integer') return 'integer';
  if (node.schema.type === 'number') return 'real';
  return node.schema.format === 'date' ? 'date' : 'text';
}

function face(): FieldType {
  return {
    text: (node, data, { language, calendar }) => {
      const value = storedValue(node, data);
      if (typeof value === 'number') {
        const band = bandOf(node.def, value);
        const number = formatNumber(value, language);
        return band ? `${pick(band.label, language)} (${number})` : number;
      }
      if (typeof value !== 'string') return '';
      return kindOf(node) === 'date' ? formatDate(value, { language, calendar }) : value;
    },
    columns: (node) => [{ name: node.properties[0] ?? node.name, kind: kindOf(node) }],
    operators: [...ORDER_OPERATORS, 'contains'],
    isEmpty: nothingStored,
  };
}

export const derived = face();
export const hidden = face();
