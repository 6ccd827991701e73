/** A moment, shown as day and minute in Kabul; its column is text, since UTC ISO texts sort by time. */
import { ORDER_OPERATORS } from '../../search/operators.ts';
import { formatInstant } from '../../text/dates.ts';
import { type FieldTypeCore, nothingStored, single, storedValue } from './face.ts';

export const datetime: FieldTypeCore = {
  text: (node, data, { language, calendar }) => {
    const value = storedValue(node, data);
    return typeof value === 'string' ? formatInstant(value, { language, calendar }) : '';
  },
  columns: single('text'),
  operators: ORDER_OPERATORS,
  isEmpty: nothingStored,
};
