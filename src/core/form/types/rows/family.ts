/** Base of the types with repeated rows. Lists and exports show the number of rows; details show the rows. */
import { formatNumber } from '../../../text/letters.ts';
import { isUnanswered, type Shared, storedValue } from '../fieldType.ts';

export const ROWS = {
  parts: { value: 'rows' },
  contract: { type: 'array', items: 'object' },
  text: (node, data, { language }) => {
    const value = storedValue(node, data);
    return Array.isArray(value) && value.length > 0 ? formatNumber(value.length, language) : '';
  },
  isEmpty: isUnanswered,
  isWide: true,
} as const satisfies Shared;
