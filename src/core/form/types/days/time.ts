/** A time of day as HH:MM, shown in the user's digits. */

import { cleanText, localDigits, toLatinDigits, withoutMarks } from '../../../text/letters.ts';
import { type FieldType, isUnanswered, storedValue } from '../fieldType.ts';

const TIME = /^\s*(\d{1,2}):(\d{2})(?::\d{2})?\s*([ap]m)?\s*$/i;

/** Converts a time as people and programs write it (9:05, ۱۴:۳۰, 14:30:00, 02:30:00 PM) to HH:MM. Returns null if it is not a time. */
export function parseTime(typed: string): string | null {
  const [, written = '', minutes = '', half = ''] = TIME.exec(toLatinDigits(withoutMarks(cleanText(typed)))) ?? [];
  if (written === '' || Number(minutes) > 59) return null;
  if (half !== '' && (Number(written) < 1 || Number(written) > 12)) return null;
  const hours = half === '' ? Number(written) : (Number(written) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  return hours < 24 ? `${String(hours).padStart(2, '0')}:${minutes}` : null;
}

export const time: FieldType = {
  icon: 'clock',
  group: 'days',

  parts: { value: 'time' },
  contract: { type: 'string', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' },
  coerce: (given) => (typeof given === 'string' ? (parseTime(given) ?? given) : given),
  text: (node, data, { language }) => {
    const value = storedValue(node, data);
    return typeof value === 'string' ? localDigits(value, language) : '';
  },
  isEmpty: isUnanswered,
  read: 'clock',
  sample: (random) =>
    `${String(random.whole(7, 17)).padStart(2, '0')}:${random.weighted({ '00': 2, 15: 1, 30: 2, 45: 1 })}`,
  errors: { pattern: 'time' },
  direction: 'ltr',
  isSafeInLogs: true,
};
