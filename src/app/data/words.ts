/** Formats text, names, dates and numbers in the user's language. All screens use these functions. */
import type { CompiledForm } from '../../core/definitions/types.ts';
import { formatRecordName } from '../../core/records/name.ts';
import { formatDate, formatInstant } from '../../core/text/dates.ts';
import { languageName } from '../../core/text/languageNames.ts';
import {
  foreignLanguage,
  formLanguageFor,
  LANGUAGES,
  languageTag,
  listComma,
  pickText,
  type Text,
  textDirection,
} from '../../core/text/languages.ts';
import { formatNumber, localDigits } from '../../core/text/letters.ts';
import { preferences } from './preferences.ts';
import type { Named } from './types.ts';

/** Returns a definition's text in the user's language, or in the one in which it is shown instead. */
export function text(words: Text | null | undefined): string {
  return words ? pickText(words, preferences().language) : '';
}

interface OtherLanguage {
  lang?: string;
  dir?: 'ltr' | 'rtl';
  /** Name of the language, which the style shows behind the words. */
  'data-in'?: string;
}

/**
 * Returns `lang` and `dir` of a text that is shown in another language than the user's, with a mark if `form` has a language
 * for this user and the text is not there in it.
 */
export function otherLanguageProps(
  words: Text | null | undefined,
  form?: Pick<CompiledForm, 'definition'>,
): OtherLanguage {
  const { language } = preferences();
  const shown = foreignLanguage(words, language);
  if (shown === undefined) return {};
  const isMissing = form !== undefined && shown !== formLanguageFor(form.definition.languages ?? LANGUAGES, language);
  return { lang: languageTag(shown), dir: textDirection(shown), ...(isMissing && { 'data-in': languageName(shown) }) };
}

export function nameOf(named: Partial<Named> | null | undefined): string {
  if (!named) return '';
  const own = named[`name_${preferences().language}`];
  return own || recordName(named.name) || named.name_en || named.code || named.id || '';
}

/** Returns the name of a record, whose dates are months in the user's calendar. */
export function recordName(stored: string | null | undefined): string {
  return stored ? formatRecordName(stored, preferences()) : '';
}

export function date(iso: string | null | undefined, style: 'long' | 'short' | 'month' = 'long'): string {
  return iso ? formatDate(iso, { ...preferences(), style }) : '';
}

export function instant(iso: string | null | undefined, style: 'long' | 'short' = 'short'): string {
  return iso ? formatInstant(iso, { ...preferences(), style }) : '';
}

/** Returns the comma of the user's language with the space after it. */
export function comma(): string {
  return listComma(preferences().language);
}

export function number(value: number, decimals?: number): string {
  return formatNumber(value, preferences().language, decimals);
}

/** Formats a number of percent with the sign of the language. */
export function percent(value: number, decimals = 0): string {
  return `${number(value, decimals)}\u2009${preferences().language === 'en' ? '%' : '٪'}`;
}

/** Returns the code of a record; on a device, the mark that people read out until the server gives the code. */
export function codeOf({ code, mark }: { code: string | null; mark?: string }): string | undefined {
  return code ?? mark;
}

/** Returns local digits without thousands separators, for years and page numbers. */
export function digits(value: string | number): string {
  return localDigits(value, preferences().language);
}
