/** Sentences of the catalogue in the reader's language; the words are handed in (locales/<language>/errors.json). */
import { formatNumber, localDigits } from '../text/digits.ts';
import { type Language, pick, type Text } from '../text/languages.ts';
import type { ErrorParams } from './failure.ts';

export type ErrorWords = Record<string, string>;

/** The sentence of a code with its values; the code itself when no sentence is there (a test keeps that from happening). */
export function errorSentence(
  words: ErrorWords,
  code: string,
  params: ErrorParams | undefined,
  language: Language,
): string {
  return ownSentence(params, language) ?? interpolate(words[code] ?? code, params ?? {}, language);
}

/** The sentence a definition gives for the errors of a field, where it gives one. */
export function ownSentence(params: ErrorParams | undefined, language: Language): string | undefined {
  return isText(params?.sentence) ? interpolate(pick(params.sentence, language), params ?? {}, language) : undefined;
}

/**
 * Replaces `{{name}}` by the value in the language's words. Only figures change their digits: codes and ids stay as they
 * are written, or nobody could type or search them.
 */
export function interpolate(sentence: string, params: ErrorParams, language: Language): string {
  return sentence.replace(/\{\{\s*([A-Za-z_]+)\s*\}\}/g, (_all, name: string) =>
    Object.hasOwn(params, name) ? inWords(params[name], language) : '',
  );
}

/** A day or a size: figures, though they come as text. */
const FIGURE = /^(\d{4}-\d{2}-\d{2}|\d+(\.\d+)? [kMG]B)$/;

function inWords(value: unknown, language: Language): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return formatNumber(value, language);
  if (Array.isArray(value)) return value.map((one) => inWords(one, language)).join(language === 'en' ? ', ' : '، ');
  if (isText(value)) return pick(value, language);
  const text = String(value);
  return FIGURE.test(text) ? localDigits(text, language) : text;
}

function isText(value: unknown): value is Text {
  return typeof value === 'object' && value !== null && 'en' in value;
}
