/** Base of the types whose answer is the text a person typed. */
import { type FieldTypeBase, isUnanswered, storedValue } from '../fieldType.ts';

export const TEXT_TYPE_BASE = {
  parts: { value: 'text' },
  contract: { type: 'string' },
  writes: 'text',
  family: 'words',
  text: (node, data) => {
    const value = storedValue(node, data);
    return typeof value === 'string' ? value : '';
  },
  isEmpty: isUnanswered,
  read: 'words',
} as const satisfies FieldTypeBase;
