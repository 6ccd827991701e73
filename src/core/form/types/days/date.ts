/** A date, shown in the user's calendar. */
import type { Field } from '../../../definitions/types.ts';
import { formatDate } from '../../../text/dates.ts';
import { type FieldType, nothingStored, storedValue } from '../fieldType.ts';

function startsToday({ 'ui:options': options }: Field): boolean {
  return (options as { today?: boolean } | undefined)?.today === true;
}

export const date: FieldType = {
  parts: { value: 'day' },
  contract: { type: 'string', format: 'date' },
  family: 'days',
  uiOptions: { today: 'boolean' },
  initial: (given, { def }, today) => given ?? (startsToday(def) ? today : undefined),
  text: (node, data, { language, calendar }) => {
    const value = storedValue(node, data);
    return typeof value === 'string' ? formatDate(value, { language, calendar }) : '';
  },
  isEmpty: nothingStored,
  read: 'day',
  weight: 'short',
  isSafeInLogs: true,
  personal: 'exact',
};
