/** Eastern and Latin digits. All code that reads a number or a date accepts both. */

import { cleanText, withoutMarks } from './clean.ts';
import type { Language } from './languages.ts';

const EASTERN = '۰۱۲۳۴۵۶۷۸۹';
const READ = /[\u0660-\u0669\u06f0-\u06f9\u066b\u066c]/g;

/** Converts both sets of Eastern digits to Latin and `٫` to a point. Removes the thousands separator `٬`. */
export function toLatinDigits(text: string): string {
  return text.replace(READ, (sign) => {
    const code = sign.charCodeAt(0);
    if (code === 0x066b) return '.';
    if (code === 0x066c) return '';
    return String.fromCharCode(code - (code >= 0x06f0 ? 0x06f0 : 0x0660) + 0x30);
  });
}

/**
 * Returns the number that somebody typed or pasted, in any digits, with thousands separators of any language, a space or
 * none, and either minus; undefined if it is no number. A separator that is not before three digits is none: `1,5` is
 * one and a half to some, and would be taken for 15.
 */
export function readNumber(typed: string): number | undefined {
  const plain = toLatinDigits(withoutMarks(cleanText(typed)).replaceAll('\u066c', ','))
    .replace(/\u2212/g, '-')
    .trim();
  const joined = GROUPED.test(plain) ? plain.replace(/[\s,،'’]/g, '') : plain;
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(joined) ? Number(joined) : undefined;
}

const GROUPED = /^[-+]?\d{1,3}(?:[\s,،'’]\d{3})+(?:\.\d*)?$/;

/** Converts Latin digits to the digits of the language. Nothing else changes. */
export function localDigits(text: string | number, language: Language): string {
  const plain = String(text);
  return language === 'en' ? plain : plain.replace(/[0-9]/g, (digit) => EASTERN.charAt(digit.charCodeAt(0) - 0x30));
}

/** Formats a number with the digits and separators of the language. `decimals` fixes the number of decimal places. */
export function formatNumber(value: number, language: Language, decimals?: number): string {
  if (!Number.isFinite(value)) return '';
  const plain = decimals === undefined ? expanded(value) : value.toFixed(decimals);
  const [whole = '', fraction] = plain.replace('-', '').split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, language === 'en' ? ',' : '٬');
  const mark = language === 'en' ? '.' : '٫';
  const sign = plain.startsWith('-') ? '\u2212' : '';
  return localDigits(`${sign}${grouped}${fraction ? mark + fraction : ''}`, language);
}

/** Returns the number without an exponent. */
function expanded(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  return Math.abs(value) < 1 ? value.toFixed(20).replace(/\.?0+$/, '') : BigInt(value).toString();
}
