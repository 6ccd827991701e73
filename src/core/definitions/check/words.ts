/** Every text in three languages: the right script and letters, no invisible marks, the same placeholders. */
import type { Issue } from './issue.ts';
import { escapePointer, isObject, isText } from './issue.ts';

const DIRECTION_MARKS = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/;
const ARABIC_SCRIPT = /[\u0600-\u06ff]/;
const LATIN_WORD = /[A-Za-z]*[a-z]{2}[A-Za-z]*/;
const PASHTO_ONLY = /[ټډړږښڼېۍګځڅ]/;
const ARABIC_KAF = 'ك';
const ARABIC_YEH = 'ي';
const ALEF_MAKSURA = 'ى';

/** What is wrong with one text in one language. `en` is what it was made from. */
export function wordIssues(language: 'en' | 'fa' | 'ps', words: string, en: string, glossary?: Glossary): string[] {
  const found: string[] = [];
  const name = { en: 'English', fa: 'Dari', ps: 'Pashto' }[language];
  if (words.trim() === '') found.push(`The ${name} text is empty.`);
  // Separators of lists (“, ”) end with a space in every language.
  if (words !== words.trim() && en === en.trim()) found.push(`The ${name} text begins or ends with a space.`);
  if (DIRECTION_MARKS.test(words)) found.push(`The ${name} text contains an invisible direction mark.`);
  if (placeholders(words).join() !== placeholders(en).join())
    found.push(
      `The ${name} text does not have the placeholders of the English one (${placeholders(en).join(', ') || 'none'}).`,
    );
  if (language === 'en') {
    if (ARABIC_SCRIPT.test(words)) found.push('The English text contains Arabic letters.');
    return found;
  }
  if (words.includes(ARABIC_KAF)) found.push(`The ${name} text contains the Arabic letter ك; write ک.`);
  if (words.includes(ALEF_MAKSURA)) found.push(`The ${name} text contains the Arabic letter ى; write ی.`);
  // ي is a letter of Pashto, but in Dari it is a typing slip for ی.
  if (language === 'fa' && words.includes(ARABIC_YEH))
    found.push('The Dari text contains the Arabic letter ي; write ی.');
  if (language === 'fa' && PASHTO_ONLY.test(words)) found.push('The Dari text contains a letter that only Pashto has.');
  if (LATIN_WORD.test(en.replaceAll(/\{\{[^}]*\}\}/g, '')) && !ARABIC_SCRIPT.test(words))
    found.push(`The ${name} text is not translated.`);
  if (glossary) found.push(...glossaryIssues(language, words, glossary));
  return found;
}

/** Names in `{{…}}`, sorted. */
export function placeholders(words: string): string[] {
  return [...words.matchAll(/\{\{\s*([^}\s]+)\s*\}\}/g)].map((match) => match[1] as string).sort();
}

/** Problems of every text in a file, by pointer. */
export function textIssues(file: string, json: unknown, glossary?: Glossary, pointer = ''): Issue[] {
  if (Array.isArray(json)) return json.flatMap((one, index) => textIssues(file, one, glossary, `${pointer}/${index}`));
  if (!isObject(json)) return [];
  if (!isText(json))
    return Object.entries(json).flatMap(([key, value]) =>
      textIssues(file, value, glossary, `${pointer}/${escapePointer(key)}`),
    );
  return (['en', 'fa', 'ps'] as const).flatMap((language) =>
    typeof json[language] === 'string'
      ? wordIssues(language, json[language], json.en, glossary).map((message) => ({
          file,
          pointer: `${pointer}/${language}`,
          message,
        }))
      : [],
  );
}

/** Terms of the organisation: the words to use, and the ones that must not be used for them. */
export interface Glossary {
  terms: readonly {
    term: Record<'en' | 'fa' | 'ps', string>;
    avoid_fa?: readonly string[];
    avoid_ps?: readonly string[];
  }[];
}

/** Words of a text that the glossary says to avoid, in one pass over the text. */
export function glossaryIssues(language: 'fa' | 'ps', words: string, { terms }: Glossary): string[] {
  return terms.flatMap(({ term, avoid_fa = [], avoid_ps = [] }) =>
    (language === 'fa' ? avoid_fa : avoid_ps)
      .filter((word) => standsIn(words, word))
      .map((word) => `The glossary says “${term[language]}”, not “${word}”.`),
  );
}

/** As a word of its own, not as a part of another. */
function standsIn(words: string, word: string): boolean {
  for (let at = words.indexOf(word); at >= 0; at = words.indexOf(word, at + 1)) {
    if (!LETTER.test(words[at - 1] ?? ' ') && !LETTER.test(words[at + word.length] ?? ' ')) return true;
  }
  return false;
}
const LETTER = /[\p{L}\p{M}\u200c]/u;
