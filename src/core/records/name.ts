/**
 * Names of records. A name is stored once for readers of every language and calendar, so a day in it is stored as
 * YYYY-MM-DD. Readers see its month and year.
 */
import { type DateStyle, formatDate } from '../text/dates.ts';

/** Between the parts of a name that are set apart. */
export const APART = ' · ';
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A part of a name. Names of other records and days are set apart, words are joined by a space. */
export interface NamePart {
  text: string;
  isApart: boolean;
}

export function joinName(parts: readonly NamePart[]): string {
  return parts.reduce((name, { text, isApart }, at) => {
    if (at === 0) return text;
    return `${name}${isApart || parts[at - 1]?.isApart ? APART : ' '}${text}`;
  }, '');
}

/** Returns a stored name as a person reads it. */
export function shownName(name: string, style: Pick<DateStyle, 'language' | 'calendar'>): string {
  const parts = name.split(APART);
  return parts.map((part) => (DAY.test(part) ? formatDate(part, { ...style, style: 'month' }) : part)).join(APART);
}
