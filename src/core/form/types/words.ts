/** Types whose answer is the text a person typed: text, longtext, code, phone, email, url. */
import { WORD_OPERATORS } from '../operators.ts';
import { type FieldType, nothingStored, single, storedValue } from './fieldType.ts';

function face(): FieldType {
  return {
    text: (node, data) => {
      const value = storedValue(node, data);
      return typeof value === 'string' ? value : '';
    },
    columns: single('text'),
    operators: WORD_OPERATORS,
    isEmpty: nothingStored,
  };
}

export const text = face();
export const longtext = face();
export const code = face();
export const phone = face();
export const email = face();
export const url = face();
