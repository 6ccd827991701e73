/**
 * Formats and parses dates. They are stored as `YYYY-MM-DD` (Gregorian) or as a UTC instant, and shown and typed in the
 * Solar Hijri or Gregorian calendar. Nothing here uses Intl, which has no Pashto in browsers.
 */
import {
  type Calendar,
  type DateParts,
  dateOfDayNumber,
  dayNumber,
  dayNumberOfIso,
  daysInMonth,
  isoOfDayNumber,
  isValidDate,
} from './calendar.ts';
import { LANGUAGES, type Language } from './languages.ts';
import { foldText, localDigits, toLatinDigits, withoutMarks } from './letters.ts';
import { MONTH_SPELLINGS, MONTHS, WEEKDAYS } from './months.ts';

export type { Calendar, DateParts };
export { daysInMonth };

export interface DateStyle {
  language: Language;
  calendar: Calendar;
  /** long: 29 Aqrab 1405; short: 1405/08/29; month: Aqrab 1405. Default long. */
  style?: 'long' | 'short' | 'month';
}

/** Kabul is four and a half hours ahead of UTC all year. */
export const KABUL_MS = 4.5 * 3_600_000;

/** Returns the calendar for a language, unless the user chose another. */
export function defaultCalendar(language: Language): Calendar {
  return language === 'en' ? 'gregorian' : 'solar';
}

/** Returns the parts of an ISO date in a calendar; null if the text is not a date. */
export function toDateParts(iso: string, calendar: Calendar): DateParts | null {
  const number = dayNumberOfIso(iso);
  return number === null ? null : dateOfDayNumber(number, calendar);
}

/** Returns the ISO date of parts; null if the calendar has no such date. */
export function fromDateParts(parts: DateParts, calendar: Calendar): string | null {
  return isValidDate(parts, calendar) ? isoOfDayNumber(dayNumber(parts, calendar)) : null;
}

export function monthNames(language: Language, calendar: Calendar): readonly string[] {
  return MONTHS[calendar][language];
}

/** Returns the weekday names, from Saturday. */
export function weekdayNames(language: Language): readonly string[] {
  return WEEKDAYS[language];
}

/** Returns the weekday of an ISO date, 0 for Saturday; null if the text is not a date. */
export function weekday(iso: string): number | null {
  const number = dayNumberOfIso(iso);
  return number === null ? null : (((number + 5) % 7) + 7) % 7;
}

/** Returns the ISO date a number of days later; null if the text is not a date. */
export function addDays(iso: string, days: number): string | null {
  const number = dayNumberOfIso(iso);
  return number === null ? null : isoOfDayNumber(number + days);
}

/** Returns the days from one ISO date to another; null if one of them is not a date. */
export function daysBetween(from: string, to: string): number | null {
  const a = dayNumberOfIso(from);
  const b = dayNumberOfIso(to);
  return a === null || b === null ? null : b - a;
}

/** Formats an ISO date. A text that is not a date is returned unchanged, so that nothing disappears from a screen. */
export function formatDate(iso: string, { language, calendar, style = 'long' }: DateStyle): string {
  const parts = toDateParts(iso.slice(0, 10), calendar);
  if (!parts) return iso;
  const month = `${MONTHS[calendar][language][parts.month - 1]} ${parts.year}`;
  if (style !== 'short') return localDigits(style === 'month' ? month : `${parts.day} ${month}`, language);
  const two = (n: number) => String(n).padStart(2, '0');
  return localDigits(`${parts.year}/${two(parts.month)}/${two(parts.day)}`, language);
}

/** Formats a UTC instant as date and minute in Kabul. */
export function formatInstant(isoUtc: string, style: DateStyle): string {
  const time = Date.parse(isoUtc);
  if (Number.isNaN(time)) return isoUtc;
  const there = new Date(time + KABUL_MS).toISOString();
  return `${formatDate(there.slice(0, 10), style)} ${localDigits(there.slice(11, 16), style.language)}`;
}

/** Returns the date in Kabul at an instant. */
export function kabulDay(instant: Date): string {
  return new Date(instant.getTime() + KABUL_MS).toISOString().slice(0, 10);
}

const NAMED = new Map<string, { month: number; calendar: Calendar }>();
for (const calendar of ['gregorian', 'solar'] as const) {
  for (const language of LANGUAGES) {
    MONTHS[calendar][language].forEach((name, index) => {
      NAMED.set(foldText(name), { month: index + 1, calendar });
    });
  }
}

for (const [name, month] of MONTH_SPELLINGS) NAMED.set(foldText(name), { month, calendar: 'solar' });

/** Word processors make other dashes of a hyphen. */
const SEPARATORS = /[\s/\-\u2010-\u2015\u2212.،,_]+/;
/** Programs for data write days as instants: `2026-11-20 00:00:00`, `2026-11-20T00:00:00.000Z`. */
const MIDNIGHT = /(?<=\d)[t\s]00:00(?::00(?:\.0+)?)?(?:z|[+-]00:?00)?$/;

/** Returns what stands between the separators of a typed day. */
function wordsIn(typed: string): string[] {
  return foldText(toLatinDigits(typed)).replace(MIDNIGHT, '').split(SEPARATORS).filter(Boolean);
}

/**
 * Returns the ISO date of a typed text, else null. Reads year/month/day or day/month/year with any separator, month names of
 * both calendars, both digit sets. A year only possible in the other calendar (2024 or 1403) is read in that one.
 */
export function parseDate(typed: string, calendar: Calendar): string | null {
  const words = wordsIn(typed);
  if (words.length === 1 && /^\d{8}$/.test(words[0] ?? '')) {
    const run = words[0] as string;
    words.splice(0, 1, run.slice(0, 4), run.slice(4, 6), run.slice(6));
  }
  if (words.length !== 3) return null;
  const named = words.map((word) => NAMED.get(word));
  const at = named.findIndex(Boolean);
  const digits = words.filter((_, index) => index !== at);
  if (!digits.every((word) => /^\d{1,4}$/.test(word))) return null;
  const numbers = digits.map(Number);
  const yearFirst = digits[0]?.length === 4;
  const [a = 0, b = 0, c = 0] = numbers;
  const found = at >= 0 ? named[at] : undefined;
  const parts = found
    ? { year: yearFirst ? a : b, month: found.month, day: yearFirst ? b : a }
    : { year: yearFirst ? a : c, month: b, day: yearFirst ? c : a };
  if (parts.year < 1000) return null;
  const meant = found?.calendar ?? (parts.year >= 1700 ? 'gregorian' : parts.year < 1600 ? 'solar' : calendar);
  return fromDateParts(parts, meant);
}

/** What a spreadsheet program makes of a month: three letters and the last two digits of the year, `Mar-26`. */
const SHORT_MONTH = /^([a-z]{3,9})[- ](\d{2})$/;

/**
 * Returns the first day of the month that a text names, else null: `March 2026`, `2026-03`, `حمل ۱۴۰۵`, `1405/01`, or any day of it,
 * whose month is then that of the calendar.
 */
export function parseMonth(typed: string, calendar: Calendar): string | null {
  const plain = foldText(toLatinDigits(withoutMarks(typed)));
  const day = parseDate(typed, calendar);
  // A day of the Solar calendar names a month of it, whoever reads it.
  if (day !== null) return firstOfMonth(day, /\b1[2-5]\d\d\b/.test(plain) ? 'solar' : calendar);
  const [, short, year] = SHORT_MONTH.exec(plain) ?? [];
  const month = MONTHS.gregorian.en.findIndex((name) => short !== undefined && name.toLowerCase().startsWith(short));
  if (month >= 0) return fromDateParts({ year: 2000 + Number(year), month: month + 1, day: 1 }, 'gregorian');
  const words = plain.split(SEPARATORS).filter(Boolean);
  // A day is the only thing that such a text lacks, and a year has four digits, so that it can be only one of the two words.
  if (words.length !== 2) return null;
  const at = words.findIndex((word) => /^\d{4}$/.test(word));
  return at < 0 ? null : parseDate([words[at], words[1 - at], '1'].join('/'), calendar);
}

/** Returns the first day of the month in which a day is. One that begins a month of either calendar stands for that month. */
export function firstOfMonth(day: string, calendar: Calendar): string {
  const isFirst = (one: Calendar) => toDateParts(day, one)?.day === 1;
  const parts = toDateParts(day, calendar);
  if (!parts || isFirst('solar') || isFirst('gregorian')) return day;
  return fromDateParts({ ...parts, day: 1 }, calendar) ?? day;
}

/**
 * Returns the days that a text with the year at its end may mean, where it gives the month as a number: the day first (most
 * of the world) or the month first (spreadsheets of the United States). Empty for any other text.
 */
export function dayMonthReadings(typed: string): { dayFirst: string | null; monthFirst: string | null } | undefined {
  const words = wordsIn(typed);
  const [a, b, year = ''] = words;
  if (words.length !== 3 || !/^\d{4}$/.test(year) || Number(year) < 1700) return undefined;
  if (![a, b].every((word) => /^\d{1,2}$/.test(word ?? ''))) return undefined;
  const day = (month: string | undefined, of: string | undefined) =>
    fromDateParts({ year: Number(year), month: Number(month), day: Number(of) }, 'gregorian');
  return { dayFirst: day(b, a), monthFirst: day(a, b) };
}

export type PeriodName = 'today' | 'week' | 'month' | 'quarter' | 'year';

/** Returns the first and last ISO date of the current period. Weeks start on Saturday. */
export function periodDays(
  name: PeriodName,
  today: string,
  calendar: Calendar = 'gregorian',
): { from: string; to: string } {
  const parts = toDateParts(today, calendar);
  if (!parts) throw new RangeError(`not a day: ${today}`);
  if (name === 'today') return { from: today, to: today };
  if (name === 'week') {
    const start = dayNumber(parts, calendar) - (weekday(today) ?? 0);
    return { from: isoOfDayNumber(start), to: isoOfDayNumber(start + 6) };
  }
  const months = { month: 1, quarter: 3, year: 12 }[name];
  const month = parts.month - ((parts.month - 1) % months);
  const last = month + months - 1;
  return {
    from: isoOfDayNumber(dayNumber({ year: parts.year, month, day: 1 }, calendar)),
    to: isoOfDayNumber(
      dayNumber({ year: parts.year, month: last, day: daysInMonth(parts.year, last, calendar) }, calendar),
    ),
  };
}
