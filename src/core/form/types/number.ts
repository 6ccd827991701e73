/** integer, decimal, year. A year is written without thousands marks. */

import { formatNumber, localDigits } from '../../text/digits.ts';
import type { Language } from '../../text/languages.ts';
import { ORDER_OPERATORS } from '../operators.ts';
import { type FieldType, nothingStored, single, storedValue } from './fieldType.ts';

function face(kind: 'integer' | 'real', write: (value: number, language: Language) => string): FieldType {
  return {
    text: (node, data, { language }) => {
      const value = storedValue(node, data);
      return typeof value === 'number' ? write(value, language) : '';
    },
    columns: single(kind),
    operators: ORDER_OPERATORS,
    isEmpty: nothingStored,
  };
}

export const integer = face('integer', (value, language) => formatNumber(value, language));
export const decimal = face('real', (value, language) => formatNumber(value, language));
export const year = face('integer', (value, language) => localDigits(value, language));
