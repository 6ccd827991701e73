/** An instant, shown as date and minute in Kabul. It is stored in UTC, so that its text sorts by time. */
import { formatInstant } from '../../../text/dates.ts';
import { type FieldType, isUnanswered, storedValue } from '../fieldType.ts';

export const datetime: FieldType = {
  icon: 'calendar-event',
  group: 'days',

  parts: { value: 'instant' },
  contract: { type: 'string', format: 'date-time' },
  writes: 'instant',
  family: 'days',
  text: (node, data, { language, calendar }) => {
    const value = storedValue(node, data);
    return typeof value === 'string' ? formatInstant(value, { language, calendar }) : '';
  },
  isEmpty: isUnanswered,
  personal: 'exact',
};
