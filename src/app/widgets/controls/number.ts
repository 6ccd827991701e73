/** Typed numbers: both digit sets, thousands marks ignored. */
import { localDigits, toLatinDigits } from '../../../core/text/digits.ts';
import type { Language } from '../../../core/text/languages.ts';

/** A number, nothing when empty, else the text itself so that the validator can refuse it and nothing is lost. */
export function readNumber(typed: string): number | string | undefined {
  const plain = toLatinDigits(typed)
    .replace(/[\s,،'\u200e\u200f]/g, '')
    .replace(/\u2212/g, '-');
  if (plain === '') return undefined;
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : typed.trim();
}

/** Stored number (or refused text) as it stands in an input. */
export function showNumber(value: unknown, language: Language): string {
  if (value === undefined || value === null) return '';
  const text = localDigits(String(value), language);
  return typeof value === 'number' && language !== 'en' ? text.replace('.', '٫') : text;
}
