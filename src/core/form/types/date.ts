/** A day, shown in the reader's calendar. */
import { ORDER_OPERATORS } from '../../search/operators.ts';
import { formatDate } from '../../text/dates.ts';
import { type FieldTypeCore, nothingStored, single, storedValue } from './face.ts';

export const date: FieldTypeCore = {
  text: (node, data, { language, calendar }) => {
    const value = storedValue(node, data);
    return typeof value === 'string' ? formatDate(value, { language, calendar }) : '';
  },
  columns: single('date'),
  operators: ORDER_OPERATORS,
  isEmpty: nothingStored,
};
