/** A day, shown in the reader's calendar. */

import { formatDate } from '../../text/dates.ts';
import { ORDER_OPERATORS } from '../operators.ts';
import { type FieldType, nothingStored, single, storedValue } from './fieldType.ts';

export const date: FieldType = {
  text: (node, data, { language, calendar }) => {
    const value = storedValue(node, data);
    return typeof value === 'string' ? formatDate(value, { language, calendar }) : '';
  },
  columns: single('date'),
  operators: ORDER_OPERATORS,
  isEmpty: nothingStored,
};
