/**
 * Names of records. A name is stored once for readers of every language and calendar, so a day in it is stored as
 * YYYY-MM-DD and a choice in all languages. Readers see the month and year, and the choice in their own language.
 */
import { type DateStyle, formatDate } from '../text/dates.ts';
import { isolateName, LANGUAGES, pickText, type Text, textAsWritten } from '../text/languages.ts';

/** Between the parts of a name that are set apart. */
export const NAME_SEPARATOR = ' · ';
/** Joins names, codes and days in one text, each in its own direction. Blank ones are left out. */
export function dotSeparated(parts: readonly (string | null | undefined | false)[]): string {
  return parts.flatMap((part) => (part ? [isolateName(part)] : [])).join(NAME_SEPARATOR);
}

/** An invisible sign, which tells the mark between languages from a slash that somebody wrote. */
const SIGN = '\u2063';
/** Between the languages of a choice. */
const TRANSLATED = ` /${SIGN} `;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A part of a name. Names of other records, choices and days are set apart, words are joined by a space. */
export interface NamePart {
  text: string;
  isApart: boolean;
}

export function joinName(parts: readonly NamePart[]): string {
  return parts.reduce((name, { text, isApart }, at) => {
    if (at === 0) return text;
    return `${name}${isApart || parts[at - 1]?.isApart ? NAME_SEPARATOR : ' '}${text}`;
  }, '');
}

/** Returns the label of a choice as a name stores it: in each language, or once if it is the same in all. */
export function choiceNamePart(label: Text): string {
  const words = LANGUAGES.map((language) => pickText(label, language).replaceAll(NAME_SEPARATOR, ' '));
  return new Set(words).size === 1 ? textAsWritten(label, 'en') : words.join(TRANSLATED);
}

/** Returns what somebody typed as a name stores it: a typed name is the same in all languages. */
export function typedNamePart(typed: string): string {
  return typed.replaceAll(SIGN, '');
}

/** Returns a stored name as a person reads it. */
export function formatRecordName(name: string, style: Pick<DateStyle, 'language' | 'calendar'>): string {
  const shown = (part: string): string => {
    if (DAY.test(part)) return formatDate(part, { ...style, style: 'month' });
    return part.split(TRANSLATED)[LANGUAGES.indexOf(style.language)] ?? part;
  };
  return name.split(NAME_SEPARATOR).map(shown).join(NAME_SEPARATOR);
}
