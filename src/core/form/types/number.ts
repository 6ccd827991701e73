/** integer, decimal, year. A year is written without thousands marks. */
import { ORDER_OPERATORS } from '../../search/operators.ts';
import { formatNumber, localDigits } from '../../text/digits.ts';
import type { Language } from '../../text/languages.ts';
import { type FieldTypeCore, nothingStored, single, storedValue } from './face.ts';

function face(kind: 'integer' | 'real', write: (value: number, language: Language) => string): FieldTypeCore {
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
