/** Error messages in the user's language. The caller passes in the translations (locales/<language>/errors.json). */
import { getOwn } from '../getOwn.ts';
import { formatNumber, localDigits } from '../text/digits.ts';
import { ANSWER_IN_WORDS, asWritten, comma, type Language, pickText, type Text } from '../text/languages.ts';
import { isObject } from './json.ts';
import type { ErrorParams } from './recordErrors.ts';

export type ErrorWords = Record<string, string>;

/** Returns the message for a code, with its values; the code itself if the message is missing (a test prevents that). */
export function errorSentence(
  words: ErrorWords,
  code: string,
  params: ErrorParams | undefined,
  language: Language,
): string {
  return ownSentence(params, language) ?? interpolate(getOwn(words, code) ?? code, params ?? {}, language);
}

/** Returns the message that a definition has for the errors of a field, if any. `answers` in the parameters are those that it names, by language. */
export function ownSentence(params: ErrorParams | undefined, language: Language): string | undefined {
  if (!isText(params?.sentence)) return undefined;
  const { sentence, answers } = params as {
    sentence: Text;
    answers?: Readonly<Record<string, Record<string, string>>>;
  };
  // Split, so that what people wrote is never read as a part of the sentence. Names are at odd positions.
  const parts = asWritten(sentence, language).split(ANSWER_IN_WORDS);
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
  if (Array.isArray(value)) return value.map((one) => inWords(one, language)).join(comma(language));
  if (isText(value)) return pickText(value, language);
  const text = String(value);
  return FIGURE.test(text) ? localDigits(text, language) : text;
}

function isText(value: unknown): value is Text {
  return isObject(value) && Object.values(value).some((words) => typeof words === 'string');
}
