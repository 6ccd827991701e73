/**
 * Letters and digits of typed text: what of it is stored and compared, how searches fold it, how lists order it, and its numbers.
 *
 * Signs that nobody sees do not count, and no sign is cut in two. All code that reads a number or a date accepts Eastern and Latin digits.
 * There is one folding for every search (server, offline store, pickers, uniqueness) and one order for every sorted list. People
 * write the same word with Arabic or Persian letters, with or without joiners and vowel marks.
 */

import { getOwn } from '../json.ts';
import type { Language } from './languages.ts';

/** Spaces of all kinds, joiners, direction marks and fillers: nothing at the edge of a text, though some mean something inside. */
const EDGE = /[\s\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0]|\u034f/;
/** Also what stands on another sign, or lengthens one, and is nothing alone. */
const SEEN = /[^\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u0640\u2800]/u;
/** Signs that change how a text runs and not what it says. Joiners are part of words and stay. */
const MARKS = /\u034f|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
/** The spaces of other scripts and of typesetting. */
const SPACES = /[^\S \t\n]|[\u2800\u3164\uffa0]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: vertical tab and form feed are what other programs write for a new line
const LINE_BREAKS = /\r\n?|[\u000b\u000c\u0085\u2028\u2029]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are dropped
const CONTROL = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

/** Returns true for a text in which nothing can be seen: empty, or only spaces, joiners, marks and fillers. */
export function isBlankText(text: string): boolean {
  return !SEEN.test(text);
}

/**
 * Returns a text as it is stored: composed (NFC), with plain spaces and line breaks, without control characters and without
 * what is not seen at its edges. Empty if nothing of it can be seen.
 */
export function cleanText(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.trim();
  if (isBlankText(text)) return '';
  const plain = wellFormed(text).replace(LINE_BREAKS, '\n').replace(CONTROL, '').replace(SPACES, ' ');
  const clean = withoutEdges(plain).normalize('NFC');
  return isBlankText(clean) ? '' : clean;
}

/** By a loop, since an expression for the end of a text takes the square of the time for a long run of spaces within it. */
function withoutEdges(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && EDGE.test(text.charAt(from))) from += 1;
  while (to > from && EDGE.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/** Returns the text without direction marks and other signs of no width, for numbers, days, addresses and codes. */
export function withoutMarks(text: string): string {
  return text.replace(MARKS, '');
}

/** Returns a cleaned text; undefined if it is no text, or blank. */
export function textOrUndefined(value: unknown): string | undefined {
  return typeof value === 'string' ? cleanText(value) || undefined : undefined;
}

/** Replaces lone surrogates, which cannot be written as UTF-8, by U+FFFD. */
export function wellFormed(value: string): string {
  return value.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
}

/** What belongs to the sign before it: marks, joiners, variation selectors, colours of skin, and what is joined to it. */
const CONTINUES = /^(?:\p{M}|[\u200c\u200d]|[\u{1f3fb}-\u{1f3ff}]|[\u{e0020}-\u{e007f}])/u;
/** A sign made of more code units than this is cut between its code points. */
const LONGEST_SIGN = 32;

/** Returns at most so many UTF-16 code units of a text, and never a part of a sign. */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = most;
  while (end > 0 && most - end < LONGEST_SIGN && isWithinSign(text, end)) end -= 1;
  if (most - end === LONGEST_SIGN) end = isWithinPair(text, most) ? most - 1 : most;
  return text.slice(0, end);
}

function isWithinPair(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));
}

function isWithinSign(text: string, at: number): boolean {
  return isWithinPair(text, at) || CONTINUES.test(text.slice(at, at + 2)) || text[at - 1] === '\u200d';
}

/** Returns true for undefined, null, a text of which nothing can be seen, and an empty list. */
export function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return isBlankText(value);
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

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

/** Vowel and hamza marks, Latin accents, tatweel, joiners, direction marks. */
const DROPPED =
  /[\u0300-\u036f\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]/g;
const VARIANT = /[يىېۍےۑۓكڪګةەۀہھۂۃأإآٱؤئ]/g;
const SAME: Record<string, string> = {};
for (const [letter, variants] of [
  ['ی', 'يىېۍےۑۓئ'],
  ['ک', 'كڪ'],
  ['گ', 'ګ'],
  ['ه', 'ةەۀہھۂۃ'],
  ['ا', 'أإآٱ'],
  ['و', 'ؤ'],
] as const) {
  for (const variant of variants) SAME[variant] = letter;
}

/** Version of this folding and of the order. What is stored by another one is made again (`projections/tables.ts`). */
export const FOLDING_VERSION = 2;

/**
 * Hamza has one seat or another by whoever writes: مسئول, مسؤول and مسوول are one word, and so are هیئت, هیأت and هیات. The letter
 * after it tells which is read. Vowel marks may stand between.
 */
const SEATS = /(ا?)(?:[ئء]|[یيى]\u0654)(?=[\u0640\u064b-\u0652\u0670]*([وؤت]))/g;

function seated(composed: string): string {
  return composed.replace(SEATS, (_sign, alef: string, next: string) => (next === 'ت' ? 'ا' : `${alef}و`));
}

/** Returns text as search compares it: lower case, one letter for each group of variants, Latin digits, single spaces. */
export function foldText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the plain ASCII range is the fast path
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase().replace(/\s+/g, ' ').trim();
  // A hamza without a seat is often left out.
  return foldLetters(seated(text.normalize('NFKC')).replaceAll('ء', ''));
}

/** Folds each letter by itself. The names of accounts are stored by it, and stay what they are. */
export function foldLetters(text: string): string {
  const plain = text.normalize('NFKD').toLowerCase().normalize('NFKD');
  return toLatinDigits(plain.replace(DROPPED, '').replace(VARIANT, (letter) => getOwn(SAME, letter) ?? letter))
    .replace(/\s+/g, ' ')
    .trim();
}

/** A telephone number as people write it, of at least seven digits. */
const TELEPHONE = /^(?=(?:\D*\d){7})\(?[+0][\d ().-]*$/;

/** Returns an answer as others are compared with it: folded, and of a telephone number one notation (+93 70 123 4567 is 0701234567). */
export function foldAnswer(text: string): string {
  const folded = foldText(text);
  if (!TELEPHONE.test(folded)) return folded;
  return folded.replace(/[ ().-]/g, '').replace(/^(?:\+|00)93(?=[2-7]\d{8}$)/, '0');
}

const MOST_WORDS = 6;
const LONGEST_SEARCH = 200;

/**
 * Returns the folded words of what a person typed into a search, at most six. The parts of a word with a joiner are words: others
 * write them with a space, or joined.
 */
export function searchWords(typed: string): string[] {
  return foldAnswer(truncate(typed, LONGEST_SEARCH).replace(/[\0\u200c]/g, ' '))
    .split(' ')
    .filter(Boolean)
    .slice(0, MOST_WORDS);
}

/** The letters of Dari and Pashto in one common alphabetical order. */
const ALPHABET = 'آابپتټثجځچڅحخدډذرړزژږسشښصضطظعغفقکګلمنڼوهیېۍ';
const EQUAL: Record<string, string> = {
  أ: 'ا',
  إ: 'ا',
  ٱ: 'ا',
  ؤ: 'و',
  ك: 'ک',
  ڪ: 'ک',
  گ: 'ګ',
  ة: 'ه',
  ە: 'ه',
  ۀ: 'ه',
  ہ: 'ه',
  ھ: 'ه',
  ي: 'ی',
  ى: 'ی',
  ے: 'ی',
  ئ: 'ی',
  ء: '',
};
const PLACE = new Map([...ALPHABET].map((letter, index) => [letter, String.fromCharCode(0x0621 + index)]));

/**
 * Returns a key whose code point order is the alphabetical order of both languages. Digits sort as numbers. The key has at
 * most 200 characters, and databases compare it byte by byte.
 */
export function sortKey(text: string): string {
  const composed = seated(text.normalize('NFC').toLowerCase());
  let key = '';
  for (const letter of toLatinDigits(composed)) {
    const base = getOwn(EQUAL, letter) ?? letter;
    const place = base === '' ? base : PLACE.get(base);
    if (place !== undefined) key += place;
    else key += letter < '\u0080' ? letter : letter.normalize('NFKD').replace(DROPPED, '');
  }
  return key
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[0-9]+/g, (run) => {
      const digits = run.replace(/^0+(?=.)/, '');
      return String(Math.min(digits.length, 99)).padStart(2, '0') + digits;
    })
    .slice(0, 200);
}
