/** table and problems: repeated rows; lists and exports say how many, details show the rows themselves. */
import { formatNumber } from '../../text/digits.ts';
import { type FieldType, nothingStored, storedValue } from './fieldType.ts';

function face(): FieldType {
  return {
    text: (node, data, { language }) => {
      const value = storedValue(node, data);
      return Array.isArray(value) && value.length > 0 ? formatNumber(value.length, language) : '';
    },
    columns: () => [],
    operators: ['empty'],
    isEmpty: nothingStored,
  };
}

export const table = face();
export const problems = face();
