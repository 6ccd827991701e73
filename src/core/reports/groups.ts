/** Months, quarters and groups of ages or numbers: the key of a value, and the bounds of a key. */
import type { MonthSpan } from '../generated/report.ts';
import {
  addDays,
  type Calendar,
  daysBetween,
  daysInMonth,
  fromDateParts,
  monthNames,
  toDateParts,
} from '../text/dates.ts';
import type { Language } from '../text/languages.ts';
import { localDigits } from '../text/letters.ts';

const MONTHS: Record<MonthSpan, number> = { month: 1, quarter: 3 };

/** Returns the first day (ISO) of the month or quarter in which a day lies. Empty if it is no day. */
export function monthKey(day: string, span: MonthSpan, calendar: Calendar): string {
  const parts = toDateParts(day, calendar);
  if (!parts) return '';
  const month = parts.month - ((parts.month - 1) % MONTHS[span]);
  return fromDateParts({ year: parts.year, month, day: 1 }, calendar) ?? '';
}

/** Returns the first and last day of a key of `monthKey`; undefined if it is none. */
export function monthBounds(
  key: string,
  span: MonthSpan,
  calendar: Calendar,
): { from: string; to: string } | undefined {
  const parts = toDateParts(key, calendar);
  if (!parts || monthKey(key, span, calendar) !== key) return undefined;
  const month = parts.month + MONTHS[span] - 1;
  const to = fromDateParts({ year: parts.year, month, day: daysInMonth(parts.year, month, calendar) }, calendar);
  return to === null ? undefined : { from: key, to };
}

/** Returns every key between the first and the last, so that a trend shows months without records. At most `most`. */
export function monthsBetween(keys: readonly string[], span: MonthSpan, calendar: Calendar, most: number): string[] {
  const sorted = [...keys].filter((key) => key !== '').sort();
  const first = sorted[0];
  let at = sorted.at(-1);
  const found: string[] = [];
  while (first !== undefined && at !== undefined && at >= first && found.length < most) {
    found.unshift(at);
    at = monthKey(addDays(at, -1) ?? '', span, calendar);
  }
  return found;
}

/** Writes `Aqrab 1405`, or `Mizan – Qaws 1405` for a quarter. */
export function monthName(
  key: string,
  span: MonthSpan,
  { language, calendar }: { language: Language; calendar: Calendar },
): string {
  const parts = toDateParts(key, calendar);
  if (!parts) return key;
  const names = monthNames(language, calendar);
  const last = parts.month + MONTHS[span] - 1;
  const name = span === 'month' ? names[parts.month - 1] : `${names[parts.month - 1]} – ${names[last - 1]}`;
  return `${name} ${localDigits(parts.year, language)}`;
}

/** A group of numbers: `to` is inclusive, absent for the last group. */
export interface NumberRange {
  key: string;
  from?: number;
  to?: number;
}

/** Returns a group for each upper bound, and one for the rest. */
export function numberRangesOf(bounds: readonly number[]): NumberRange[] {
  const ends = [...new Set(bounds)].sort((a, b) => a - b);
  const groups = ends.map((to, at): NumberRange => {
    const from = at === 0 ? 0 : (ends[at - 1] as number) + 1;
    return { key: `${from}-${to}`, to, ...(at > 0 && { from }) };
  });
  const start = (ends.at(-1) ?? -1) + 1;
  return [...groups, { key: `${start}-`, from: start }];
}

/** Returns the key of the group that a number is in. Numbers between two whole ones are in the higher group. */
export function rangeKey(value: number, ranges: readonly NumberRange[]): string {
  return (ranges.find(({ to }) => to !== undefined && value <= to) ?? ranges.at(-1))?.key ?? '';
}

/** Returns the age of a day in days on another day, such as today. A later day has age 0; null if it is no day. */
export function ageInDays(day: string, on: string): number | null {
  const age = daysBetween(day, on);
  return age === null ? null : Math.max(0, age);
}
