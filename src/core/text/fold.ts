/**
 * One folding for every search (server, offline store, pickers, uniqueness) and one order for every sorted list. People
 * write the same word with Arabic or Persian letters, with or without joiners and vowel marks.
 */
import { getOwn } from '../getOwn.ts';
import { truncate } from './clean.ts';
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
export function fold(text: string): string {
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
  const folded = fold(text);
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
