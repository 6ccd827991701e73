/**
 * Date arithmetic for both calendars, based on one day number, without Date objects. The Solar Hijri calendar has 8 leap
 * years in every 33. From 1921 to 2100 this matches the official calendar exactly.
 */
import type { Calendar } from './months.ts';

export type { Calendar };

/** A date. Months and days start at 1. */
export interface DateParts {
  year: number;
  month: number;
  day: number;
}

/** Day number of 1 Hamal 1 (Solar Hijri), counted from 1970-01-01. */
const SOLAR_EPOCH = -492268;

function solarYearStart(year: number): number {
  return SOLAR_EPOCH + 365 * (year - 1) + Math.floor((8 * year + 21) / 33);
}

function solarNumber({ year, month, day }: DateParts): number {
  const before = month <= 7 ? 31 * (month - 1) : 30 * (month - 1) + 6;
  return solarYearStart(year) + before + day - 1;
}

function solarParts(number: number): DateParts {
  let year = Math.floor((number - SOLAR_EPOCH) / 365.2422) + 1;
  while (solarYearStart(year + 1) <= number) year++;
  while (solarYearStart(year) > number) year--;
  const day = number - solarYearStart(year);
  const month = day < 186 ? Math.floor(day / 31) + 1 : Math.floor((day - 186) / 30) + 7;
  return { year, month, day: day - (month <= 7 ? 31 * (month - 1) : 30 * (month - 1) + 6) + 1 };
}

/** Counts years from March, so that the leap day is the last day of its year. */
function gregorianNumber({ year, month, day }: DateParts): number {
  const y = month <= 2 ? year - 1 : year;
  const cycle = Math.floor(y / 400);
  const inCycle = y - cycle * 400;
  const inYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  return cycle * 146097 + inCycle * 365 + Math.floor(inCycle / 4) - Math.floor(inCycle / 100) + inYear - 719468;
}

function gregorianParts(number: number): DateParts {
  const shifted = number + 719468;
  const cycle = Math.floor(shifted / 146097);
  const inCycle = shifted - cycle * 146097;
  const y = Math.floor(
    (inCycle - Math.floor(inCycle / 1460) + Math.floor(inCycle / 36524) - Math.floor(inCycle / 146096)) / 365,
  );
  const inYear = inCycle - (365 * y + Math.floor(y / 4) - Math.floor(y / 100));
  const fromMarch = Math.floor((5 * inYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  return {
    year: y + cycle * 400 + (month <= 2 ? 1 : 0),
    month,
    day: inYear - Math.floor((153 * fromMarch + 2) / 5) + 1,
  };
}

/** Returns the number of days since 1970-01-01. */
export function dayNumber(parts: DateParts, calendar: Calendar): number {
  return calendar === 'solar' ? solarNumber(parts) : gregorianNumber(parts);
}

export function dateOfDayNumber(number: number, calendar: Calendar): DateParts {
  return calendar === 'solar' ? solarParts(number) : gregorianParts(number);
}

export function daysInMonth(year: number, month: number, calendar: Calendar): number {
  const next = month === 12 ? { year: year + 1, month: 1, day: 1 } : { year, month: month + 1, day: 1 };
  return dayNumber(next, calendar) - dayNumber({ year, month, day: 1 }, calendar);
}

/** Returns the day number of a `YYYY-MM-DD` date; null if there is no such date. */
export function dayNumberOfIso(iso: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(iso);
  if (!match) return null;
  const parts = { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
  return isValidDate(parts, 'gregorian') ? gregorianNumber(parts) : null;
}

export function isoOfDayNumber(number: number): string {
  const { year, month, day } = gregorianParts(number);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Gregorian years that a record may name. Others are days of another calendar, or slips: 1403 is a Solar year. */
const YEARS = { first: 1800, last: 2299 };

/** Returns true for a `YYYY-MM-DD` date of a year that a record can have, up to `last`. */
export function isPossibleDay(iso: string, last: number = YEARS.last): boolean {
  const year = Number(iso.slice(0, 4));
  return dayNumberOfIso(iso) !== null && year >= YEARS.first && year <= last;
}

/** Returns true if the calendar has this date. */
export function isValidDate({ year, month, day }: DateParts, calendar: Calendar): boolean {
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month, calendar);
}
