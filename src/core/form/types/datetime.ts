/** A moment, shown as day and minute in Kabul; its column is text, since UTC ISO texts sort by time. */

import { formatInstant } from '../../text/dates.ts';
import { ORDER_OPERATORS } from '../operators.ts';
import { type FieldType, nothingStored, single, storedValue } from './fieldType.ts';

export const datetime: FieldType = {
  text: (node, data, { language, calendar }) => {
    const value = storedValue(node, data);
    return typeof value === 'string' ? formatInstant(value, { language, calendar }) : '';
  },
  columns: single('text'),
  operators: ORDER_OPERATORS,
  isEmpty: nothingStored,
};
