/** The two periods that a report compares: the chosen days, and as many directly before them. */
import type { MeasureSpan } from '../generated/report.ts';
import { addDays, daysBetween } from '../text/dates.ts';

/** Returns the first and last day of a measure. Without a first day, the period is as long as the measure says. */
export function daysOfSpan(
  { days, before }: MeasureSpan,
  { from, to, today }: { from?: string; to?: string; today: string },
): { from: string; to: string } {
  const last = to ?? today;
  const first = from ?? (addDays(last, 1 - days) as string);
  if (!before) return { from: first, to: last };
  const length = Math.max(1, (daysBetween(first, last) ?? 0) + 1);
  return { from: addDays(first, -length) as string, to: addDays(first, -1) as string };
}
