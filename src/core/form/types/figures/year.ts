/** A year, written without thousands separators. */
import { localDigits } from '../../../text/letters.ts';
import { type FieldType, storedValue } from '../fieldType.ts';
import { NUMBER_TYPE_BASE } from './family.ts';

export const year: FieldType = {
  icon: 'calendar-event',
  group: 'figures',

  ...NUMBER_TYPE_BASE,
  parts: { value: 'integer' },
  contract: { type: 'integer' },
  writes: 'year',
  text: (node, data, { language }) => {
    const value = storedValue(node, data);
    return typeof value === 'number' ? localDigits(value, language) : '';
  },
  sample: (random, today) => random.whole(1980, Number(today.slice(0, 4))),
};
