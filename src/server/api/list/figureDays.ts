/** Groups records by month or by age of a date. */
import type { Figure } from '../../../core/figures/where.ts';
import type { FigureGroup } from '../../../core/generated/api.ts';
import { daysInMonth } from '../../../core/text/calendar.ts';
import { addDays, type Calendar, daysBetween, fromParts, monthNames, toParts } from '../../../core/text/dates.ts';
import { localDigits } from '../../../core/text/digits.ts';
import type { Language } from '../../../core/text/languages.ts';
import { words } from '../../http/words.ts';
import { nobody } from './figureGroups.ts';

export interface Day {
  /** ISO date; empty if the record has none. */
  day: string;
  count: number;
}

interface Reader {
  today: string;
  language: Language;
  calendar: Calendar;
}

const MOST_MONTHS = 24;

/** Groups by month, from the first month with a record to the last. Includes empty months. At most the last two years. */
export function byMonth(days: readonly Day[], field: string, { language, calendar }: Reader): FigureGroup[] {
  const counts = new Map<number, number>();
  for (const { day, count } of days) {
    const parts = toParts(day, calendar);
    if (!parts) continue;
    const month = parts.year * 12 + parts.month - 1;
    counts.set(month, (counts.get(month) ?? 0) + count);
  }
  if (counts.size === 0) return [];
  const last = Math.max(...counts.keys());
  const first = Math.max(Math.min(...counts.keys()), last - MOST_MONTHS + 1);
  const names = monthNames(language, calendar);
  return Array.from({ length: last - first + 1 }, (_one, at): FigureGroup => {
    const [year, month] = [Math.floor((first + at) / 12), ((first + at) % 12) + 1];
    const iso = (day: number) => fromParts({ year, month, day }, calendar) as string;
    const [from, to] = [iso(1), iso(daysInMonth(year, month, calendar))];
    return {
      id: from,
      name: `${names[month - 1]} ${localDigits(year, language)}`,
      total: counts.get(first + at) ?? 0,
      filters: [
        { field, op: 'gte', value: from },
        { field, op: 'lte', value: to },
      ],
    };
  });
}

/** Groups by age: one group per limit and one for older dates. A date after today counts as age 0. */
export function byAge(
  days: readonly Day[],
  { by, limits, overdue }: Pick<Figure, 'by' | 'limits' | 'overdue'>,
  { today, language }: Reader,
): FigureGroup[] {
  const field = by as string;
  const ends = [...((limits as number[] | undefined) ?? [])].sort((a, b) => a - b);
  const groups = [...ends, Number.POSITIVE_INFINITY].map((end, at): FigureGroup => {
    const start = at === 0 ? 0 : (ends[at - 1] as number) + 1;
    const isLast = end === Number.POSITIVE_INFINITY;
    const key = isLast ? 'server:figures.older' : 'server:figures.days';
    return {
      id: isLast ? `${start}-` : `${start}-${end}`,
      name: words(language, key, { from: isLast ? start - 1 : start, to: end }),
      total: 0,
      ...(overdue !== undefined && start > overdue && { late: true }),
      filters: [
        ...(at === 0 ? [] : [{ field, op: 'lte' as const, value: addDays(today, -start) }]),
        ...(isLast ? [] : [{ field, op: 'gte' as const, value: addDays(today, -end) }]),
      ],
    };
  });
  let without = 0;
  for (const { day, count } of days) {
    const age = daysBetween(day, today);
    if (age === null) {
      without += count;
      continue;
    }
    const at = ends.findIndex((end) => age <= end);
    (groups[at < 0 ? ends.length : at] as FigureGroup).total += count;
  }
  return without === 0 ? groups : [...groups, nobody(field, without, language)];
}
