/** A date, shown in the user's calendar. */
import type { Field } from '../../../definitions/types.ts';
import { formatDate } from '../../../text/dates.ts';
import { type FieldType, isUnanswered, storedValue } from '../fieldType.ts';

function isSet({ 'ui:options': options }: Field, name: 'today' | 'month'): boolean {
  return (options as Partial<Record<typeof name, boolean>> | undefined)?.[name] === true;
}

export const date: FieldType = {
  icon: 'calendar',
  group: 'usual',

  parts: { value: 'day' },
  contract: { type: 'string', format: 'date' },
  writes: 'date',
  family: 'days',
  uiOptions: { today: 'boolean', month: 'boolean' },
  initial: (given, { def }, today) => given ?? (isSet(def, 'today') ? today || undefined : undefined),
  text: (node, data, { language, calendar }) => {
    const value = storedValue(node, data);
    if (typeof value !== 'string') return '';
    return formatDate(value, { language, calendar, style: isSet(node.def, 'month') ? 'month' : 'long' });
  },
  isEmpty: isUnanswered,
  read: 'day',
  isSafeInLogs: true,
  personal: 'exact',
};
