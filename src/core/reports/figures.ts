/** The filters of one group of a figure, so that the list behind it shows exactly the records that it counts. */

import type { Figure, ListFilter } from '../figures/where.ts';
import { addDays, type Calendar } from '../text/dates.ts';
import { monthBounds, numberRangesOf } from './groups.ts';

/** `key` is empty for the records without a value. */
export function groupFilters(
  { show, by: field = '', limits }: Figure,
  key: string,
  { today, calendar }: { today: string; calendar: Calendar },
): ListFilter[] {
  if (key === '') return [{ field, op: 'empty', value: true }];
  const bounds = (from: string | null | undefined, to: string | null | undefined): ListFilter[] => [
    ...(from ? [{ field, op: 'gte' as const, value: from }] : []),
    ...(to ? [{ field, op: 'lte' as const, value: to }] : []),
  ];
  if (show === 'months') {
    const month = monthBounds(key, 'month', calendar);
    return bounds(month?.from, month?.to);
  }
  if (show === 'ages') {
    const { from, to } = numberRangesOf(limits ?? []).find((range) => range.key === key) ?? {};
    return bounds(to === undefined ? null : addDays(today, -to), from === undefined ? null : addDays(today, -from));
  }
  return [{ field, op: 'eq', value: key }];
}
