/**
 * Errors of answers: collected while a record is read and checked, and their messages in the user's language, with translations that
 * the caller passes in (locales/<language>/errors.json). Without the catalogue, which lists need not load.
 */

import { getOwn, isObject } from '../json.ts';
import { memoizeByObject } from '../memoize.ts';
import { ANSWER_IN_WORDS, type Language, listComma, pickText, type Text, textAsWritten } from '../text/languages.ts';
import { formatNumber, localDigits } from '../text/letters.ts';
import type { ErrorCode } from './catalogue.ts';

/** Values for the message: numbers, texts, lists of texts, or texts in three languages. */
export type ErrorParams = Record<string, unknown>;

export interface RecordError {
  code: ErrorCode;
  params?: ErrorParams;
}

/** Errors of a record's answers by JSON Pointer (`/water`, `/participants/0/male`). */
export type RecordErrors = Record<string, RecordError[]>;

/** Most pointers in one object of errors. No form has more fields, and it limits the response to a body full of mistakes. */
export const MOST_ERRORS = 1_000;

/** For each object of errors: how many pointers it has, and how many more did not fit. */
const sizeOf = memoizeByObject('sizes of errors', (errors: RecordErrors) => ({
  pointers: Object.keys(errors).length,
  more: 0,
}));

/** Adds an error at a pointer, each code once unless it has another message of its own. Beyond MOST_ERRORS pointers, errors are only counted. */
export function addError(errors: RecordErrors, pointer: string, code: ErrorCode, params?: ErrorParams): void {
  const error: RecordError = params ? { code, params } : { code };
  const there = errors[pointer];
  if (there) {
    const isSame = (one: RecordError) => one.code === code && one.params?.sentence === params?.sentence;
    if (!there.some(isSame)) there.push(error);
  } else if (!countUncheckedIfFull(errors, 1)) {
    sizeOf(errors).pointers += 1;
    errors[pointer] = [error];
  }
}

/** Returns true if there is no room for more errors. It then counts `left` items as unchecked, and the caller can stop. */
export function countUncheckedIfFull(errors: RecordErrors, left: number): boolean {
  const size = sizeOf(errors);
  if (size.pointers < MOST_ERRORS) return false;
  size.more += left;
  return true;
}

/** Returns the number of items that were left out or not checked. */
export function uncheckedCount(errors: RecordErrors): number {
  return sizeOf(errors).more;
}

export type ErrorWords = Record<string, string>;

/** Returns the message for a code, with its values; the code itself if the message is missing (a test prevents that). */
export function errorSentence(
  words: ErrorWords,
  code: string,
  params: ErrorParams | undefined,
  language: Language,
): string {
  return definitionSentence(params, language) ?? interpolate(getOwn(words, code) ?? code, params ?? {}, language);
}

/** Returns the message that a definition has for the errors of a field, if any. `answers` in the parameters are those that it names, by language. */
export function definitionSentence(params: ErrorParams | undefined, language: Language): string | undefined {
  if (!isText(params?.sentence)) return undefined;
  const { sentence, answers } = params as {
    sentence: Text;
    answers?: Readonly<Record<string, Record<string, string>>>;
  };
  // Split, so that what people wrote is never read as a part of the sentence. Names are at odd positions.
  const parts = textAsWritten(sentence, language).split(ANSWER_IN_WORDS);
  return parts
    .map((part, at) =>
      at % 2 === 0 ? interpolate(part, params ?? {}, language) : (getOwn(getOwn(answers, language), part) ?? '…'),
    )
    .join('');
}

/**
 * Replaces `{{name}}` by its value in the language. Only numbers, dates and sizes get local digits. Codes and ids stay as
 * they are, because people type and search them.
 */
export function interpolate(sentence: string, params: ErrorParams, language: Language): string {
  return sentence.replace(/\{\{\s*([A-Za-z_]+)\s*\}\}/g, (_all, name: string) =>
    Object.hasOwn(params, name) ? inWords(getOwn(params, name), language) : '',
  );
}

/** A date or a size. It gets local digits although it is a text. */
const FIGURE = /^(\d{4}-\d{2}-\d{2}|\d+(\.\d+)? [kMG]B)$/;

function inWords(value: unknown, language: Language): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return formatNumber(value, language);
  if (Array.isArray(value)) return value.map((one) => inWords(one, language)).join(listComma(language));
  if (isText(value)) return pickText(value, language);
  const text = String(value);
  return FIGURE.test(text) ? localDigits(text, language) : text;
}

function isText(value: unknown): value is Text {
  return isObject(value) && Object.values(value).some((words) => typeof words === 'string');
}
