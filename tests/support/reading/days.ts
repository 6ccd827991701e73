/** Days, weeks and months as people count them, by the calendars of Intl. */
const DAY = 86_400_000;

export type Calendar = 'gregorian' | 'solar';

export interface Days {
  from?: string;
  to?: string;
}

export const later = (day: string, days: number) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY);

export const isWithin = (day: string, { from, to }: Days) =>
  (from === undefined || day >= from) && (to === undefined || day <= to);

const SOLAR = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', { timeZone: 'UTC', month: 'numeric', day: 'numeric' });

function monthAndDay(day: string, calendar: Calendar): [month: number, day: number] {
  if (calendar === 'gregorian') return [Number(day.slice(5, 7)), Number(day.slice(8))];
  const parts = SOLAR.formatToParts(Date.parse(day));
  const part = (name: string) => Number(parts.find(({ type }) => type === name)?.value);
  return [part('month'), part('day')];
}

/** Returns the first day of the month, or of the three months, in which a day lies: found day by day. */
export function firstOf(day: string, span: 'month' | 'quarter', calendar: Calendar): string {
  for (let at = day; ; at = later(at, -1)) {
    const [month, date] = monthAndDay(at, calendar);
    if (date === 1 && (span === 'month' || month % 3 === 1)) return at;
  }
}

/** Returns the last day of a month or of three, from any of its days. */
function lastOf(day: string, span: 'month' | 'quarter', calendar: Calendar): string {
  const first = firstOf(day, span, calendar);
  let at = day;
  while (firstOf(later(at, 1), span, calendar) === first) at = later(at, 1);
  return at;
}

/** Weeks begin on Saturday. */
export function spanOf(day: string, span: 'today' | 'week' | 'month' | 'quarter', calendar: Calendar): Required<Days> {
  if (span === 'today') return { from: day, to: day };
  if (span !== 'week') return { from: firstOf(day, span, calendar), to: lastOf(day, span, calendar) };
  const from = later(day, -((new Date(day).getUTCDay() + 1) % 7));
  return { from, to: later(from, 6) };
}
