/** Base of the types with repeated rows. Lists and exports show the number of rows; details show the rows. */
import { formatNumber } from '../../../text/letters.ts';
import { type FieldTypeBase, isUnanswered, storedValue } from '../fieldType.ts';

export const ROWS_TYPE_BASE = {
  parts: { value: 'rows' },
  contract: { type: 'array', items: 'object' },
  text: (node, data, { language }) => {
    const value = storedValue(node, data);
    return Array.isArray(value) && value.length > 0 ? formatNumber(value.length, language) : '';
  },
  isEmpty: isUnanswered,
  isWide: true,
} as const satisfies FieldTypeBase;
