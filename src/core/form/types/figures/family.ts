/** Base of the types whose answer is one number. */
import { formatNumber } from '../../../text/letters.ts';
import { type FieldTypeBase, isUnanswered, storedValue } from '../fieldType.ts';

export const NUMBER_TYPE_BASE = {
  family: 'figures',
  text: (node, data, { language }) => {
    const value = storedValue(node, data);
    return typeof value === 'number' ? formatNumber(value, language) : '';
  },
  isEmpty: isUnanswered,
  read: 'number',
  isSafeInLogs: true,
} as const satisfies Omit<FieldTypeBase, 'parts'>;
