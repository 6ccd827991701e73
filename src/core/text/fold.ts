/**
 * One folding for every search (server, offline store, pickers, uniqueness) and one order for every sorted list. People
 * write the same word with Arabic or Persian letters, with or without joiners and vowel marks.
 */
import { getOwn } from '../getOwn.ts';
import { toLatinDigits } from './digits.ts';

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

/** Returns text as search compares it: lower case, one letter for each group of variants, Latin digits, single spaces. */
export function fold(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the plain ASCII range is the fast path
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase().replace(/\s+/g, ' ').trim();
  const plain = text.normalize('NFKD').toLowerCase().normalize('NFKD');
  return toLatinDigits(plain.replace(DROPPED, '').replace(VARIANT, (letter) => getOwn(SAME, letter) ?? letter))
    .replace(/\s+/g, ' ')
    .trim();
}

const MOST_WORDS = 6;
const LONGEST_SEARCH = 200;

/** Returns the folded words of what a person typed into a search, at most six. */
export function searchWords(typed: string): string[] {
  return fold(typed.slice(0, LONGEST_SEARCH).replaceAll('\0', '')).split(' ').filter(Boolean).slice(0, MOST_WORDS);
}

/** The letters of Dari and Pashto in one common alphabetical order. */
const ALPHABET = 'آاءبپتټثجځچڅحخدډذرړزژږسشښصضطظعغفقکګلمنڼوهيېیۍئ';
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
  ى: 'ی',
  ے: 'ی',
};
const PLACE = new Map([...ALPHABET].map((letter, index) => [letter, String.fromCharCode(0x0621 + index)]));

/**
 * Returns a key whose code point order is the alphabetical order of both languages. Digits sort as numbers. The key has at
 * most 200 characters, and databases compare it byte by byte.
 */
export function sortKey(text: string): string {
  const composed = text.normalize('NFC').toLowerCase();
  let key = '';
  for (const letter of toLatinDigits(composed)) {
    const base = getOwn(EQUAL, letter) ?? letter;
    const place = PLACE.get(base);
    if (place) key += place;
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
