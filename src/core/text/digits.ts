/** Eastern and Latin digits: every place that reads a number or a date accepts both sets. */
import type { Language } from './languages.ts';

const EASTERN = '۰۱۲۳۴۵۶۷۸۹';
const READ = /[\u0660-\u0669\u06f0-\u06f9\u066b\u066c]/g;

/** Both Eastern digit sets become Latin, `٫` a point; the thousands mark `٬` is dropped. */
export function toLatinDigits(text: string): string {
  return text.replace(READ, (sign) => {
    const code = sign.charCodeAt(0);
    if (code === 0x066b) return '.';
    if (code === 0x066c) return '';
    return String.fromCharCode(code - (code >= 0x06f0 ? 0x06f0 : 0x0660) + 0x30);
  });
}

/** Latin digits in the digits of the language; nothing else changes. */
export function localDigits(text: string | number, language: Language): string {
  const plain = String(text);
  return language === 'en' ? plain : plain.replace(/[0-9]/g, (digit) => EASTERN.charAt(digit.charCodeAt(0) - 0x30));
}

/** A number with thousands marks, in the digits and marks of the language; `decimals` fixes the places behind the point. */
export function formatNumber(value: number, language: Language, decimals?: number): string {
  if (!Number.isFinite(value)) return '';
  const plain = decimals === undefined ? expanded(value) : value.toFixed(decimals);
  const [whole = '', fraction] = plain.replace('-', '').split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, language === 'en' ? ',' : '٬');
  const mark = language === 'en' ? '.' : '٫';
  const sign = plain.startsWith('-') ? '\u2212' : '';
  return localDigits(`${sign}${grouped}${fraction ? mark + fraction : ''}`, language);
}

/** Without an exponent. */
function expanded(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  return Math.abs(value) < 1 ? value.toFixed(20).replace(/\.?0+$/, '') : BigInt(value).toString();
}
