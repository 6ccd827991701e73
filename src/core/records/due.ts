/** Periods in which visits are due, and the days by which answers say that something is to be done. */
import type { FormDefinition } from '../definitions/types.ts';
import {
  type Calendar,
  dateOfDayNumber,
  dayNumber,
  dayNumberOfIso,
  daysInMonth,
  isoOfDayNumber,
} from '../text/calendar.ts';

export type DueRule = NonNullable<FormDefinition['due']>;
export type DueDate = NonNullable<FormDefinition['dueDates']>[number];

/** First and last day, ISO. */
export interface Period {
  from: string;
  to: string;
}

const DEFAULT_AHEAD = 14;

/** Returns the week, month, quarter or year in which a day (ISO) lies. Weeks begin on Saturday. Throws if it is no day. */
export function periodOf(day: string, { every, calendar = 'solar' }: Pick<DueRule, 'every' | 'calendar'>): Period {
  const number = dayNumberOfIso(day);
  if (number === null) throw new Error(`${day} is not a day`);
  if (every === 'week') {
    // 1970-01-01, number 0, was a Thursday.
    const from = number - ((((number + 5) % 7) + 7) % 7);
    return { from: isoOfDayNumber(from), to: isoOfDayNumber(from + 6) };
  }
  const { year, month } = dateOfDayNumber(number, calendar);
  const months = { month: 1, quarter: 3, year: 12 }[every];
  const first = month - ((month - 1) % months);
  return {
    from: isoOfDayNumber(dayNumber({ year, month: first, day: 1 }, calendar)),
    to: lastDay(year, first + months - 1, calendar),
  };
}

function lastDay(year: number, month: number, calendar: Calendar): string {
  return isoOfDayNumber(dayNumber({ year, month, day: daysInMonth(year, month, calendar) }, calendar));
}

export interface DueBounds {
  /** Earliest answer (ISO) whose day is still shown; undefined for all. */
  since: string | undefined;
  /** Answer whose day is today. */
  now: string;
  /** Latest answer whose day is already shown. */
  until: string;
}

/** Returns the answers whose day is shown today. Throws if `today` is no day. */
export function dueBounds({ days = 0, ahead = DEFAULT_AHEAD, late }: DueDate, today: string): DueBounds {
  const number = dayNumberOfIso(today);
  if (number === null) throw new Error(`${today} is not a day`);
  const now = number - days;
  return {
    since: late === undefined ? undefined : isoOfDayNumber(now - late),
    now: isoOfDayNumber(now),
    until: isoOfDayNumber(now + ahead),
  };
}

/** Returns a due day once for each time that it comes (`times`). */
export function repeatedDueDates(due: DueDate): DueDate[] {
  return Array.from({ length: due.times ?? 1 }, (_, at) =>
    at === 0 ? due : { ...due, days: (due.days ?? 0) * (at + 1) },
  );
}
