/** Checks every text in three languages: the right script and letters, no invisible marks, the same placeholders. */
import type { SourceFiles } from '../definitions/files.ts';
import { MEDIA_POINTER } from '../definitions/media.ts';
import { escapePointer, isObject } from '../errors/json.ts';
import { type Finding, type Issue, type IssueCode, type IssueParams, isText } from './issues/issue.ts';

const DIRECTION_MARKS = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/;
const ARABIC_SCRIPT = /[\u0600-\u06ff]/;
const LATIN_WORD = /[A-Za-z]*[a-z]{2}[A-Za-z]*/;
const PASHTO_ONLY = /[ټډړږښڼېۍګځڅ]/;
const ARABIC_KAF = 'ك';
const ARABIC_YEH = 'ي';
const ALEF_MAKSURA = 'ى';

/**
 * Returns what is wrong with one text in one language. `en` is the text it was translated from, `model` one that has the
 * right placeholders.
 */
export function wordIssues(
  language: 'en' | 'fa' | 'ps',
  words: string,
  en: string,
  glossary?: Glossary,
  model = en,
): Finding[] {
  const found: Finding[] = [];
  const say = (code: IssueCode, params: IssueParams = {}): void =>
    void found.push({ code, params: { language: { code: `language_${language}` }, ...params } });
  if (words.trim() === '') say('text_empty');
  // Separators of lists (“, ”) end with a space in every language.
  if (words !== words.trim() && en === en.trim()) say('text_space');
  if (DIRECTION_MARKS.test(words)) say('text_mark');
  if (!haveSamePlaceholders(words, model)) say('text_placeholders', { names: placeholders(model).join(', ') || '–' });
  if (language === 'en') {
    if (ARABIC_SCRIPT.test(words)) say('text_arabic');
    return found;
  }
  if (words.includes(ARABIC_KAF)) say('text_letter', { wrong: ARABIC_KAF, right: 'ک' });
  if (words.includes(ALEF_MAKSURA)) say('text_letter', { wrong: ALEF_MAKSURA, right: 'ی' });
  // ي is a letter of Pashto. In Dari it is a typing error for ی.
  if (language === 'fa' && words.includes(ARABIC_YEH)) say('text_letter', { wrong: ARABIC_YEH, right: 'ی' });
  if (language === 'fa' && PASHTO_ONLY.test(withoutLoans(words, glossary))) say('text_pashto');
  if (LATIN_WORD.test(en.replaceAll(/\{\{[^}]*\}\}/g, '')) && !ARABIC_SCRIPT.test(words)) say('text_untranslated');
  if (glossary) found.push(...glossaryIssues(language, words, glossary));
  return found;
}

/** Returns the names in `{{…}}` and `{…}`, sorted. */
export function placeholders(words: string): string[] {
  return [...words.matchAll(/\{\s*([^{}\s]+)\s*\}/g)].map((match) => match[1] as string).sort();
}

function haveSamePlaceholders(one: string, other: string): boolean {
  return placeholders(one).join() === placeholders(other).join();
}

/** Removes Pashto words that Dari spells as in Pashto (such as government offices). The glossary lists them. */
function withoutLoans(words: string, glossary: Glossary | undefined): string {
  return (glossary?.terms ?? [])
    .map(({ term }) => term.fa)
    .filter((loan) => PASHTO_ONLY.test(loan))
    .reduce((rest, loan) => rest.replaceAll(loan, ''), words);
}

/** Returns the issues of every text in a file, by pointer. */
export function textIssues(file: string, json: unknown, glossary?: Glossary, pointer = ''): Issue[] {
  if (Array.isArray(json)) return json.flatMap((one, index) => textIssues(file, one, glossary, `${pointer}/${index}`));
  if (!isObject(json) || MEDIA_POINTER.test(pointer)) return [];
  if (!isText(json))
    return Object.entries(json).flatMap(([key, value]) =>
      textIssues(file, value, glossary, `${pointer}/${escapePointer(key)}`),
    );
  const { en, fa, ps } = json;
  // Where both translations agree, the English text is the one that differs.
  const isEnglishOdd = Boolean(fa && ps) && haveSamePlaceholders(fa, ps) && !haveSamePlaceholders(fa, en);
  const model = isEnglishOdd ? fa : en;
  return (['en', 'fa', 'ps'] as const).flatMap((language) =>
    typeof json[language] === 'string'
      ? wordIssues(language, json[language], en, glossary, model).map((found) => ({
          file,
          pointer: `${pointer}/${language}`,
          ...found,
        }))
      : [],
  );
}

/** Terms of the organisation: the words to use, and words to avoid. */
export interface Glossary {
  terms: readonly {
    term: Record<'en' | 'fa' | 'ps', string>;
    avoid_fa?: readonly string[];
    avoid_ps?: readonly string[];
  }[];
}

/** Reports words of a text that the glossary says to avoid. */
function glossaryIssues(language: 'fa' | 'ps', words: string, glossary: Glossary): Finding[] {
  const joined = words.replaceAll(HALF_SPACE, '');
  const listed = avoided(glossary)[language];
  // Nearly all texts hold none of the words: looking for the letters comes first, because it takes less time.
  const found = listed.filter(({ letters, pattern }) => joined.includes(letters) && pattern.test(words));
  return found.map(({ wrong, right }) => ({ code: 'glossary', params: { right, wrong } }));
}

interface AvoidedWord {
  wrong: string;
  right: string;
  /** The word without half-spaces. */
  letters: string;
  pattern: RegExp;
}

const AVOIDED = new WeakMap<Glossary, Record<'fa' | 'ps', AvoidedWord[]>>();

function avoided(glossary: Glossary): Record<'fa' | 'ps', AvoidedWord[]> {
  let known = AVOIDED.get(glossary);
  if (!known) {
    const list = (language: 'fa' | 'ps') =>
      glossary.terms.flatMap((one) =>
        (one[`avoid_${language}`] ?? []).map((wrong) => ({ ...wordPattern(wrong), wrong, right: one.term[language] })),
      );
    known = { fa: list('fa'), ps: list('ps') };
    AVOIDED.set(glossary, known);
  }
  return known;
}

/**
 * Returns a pattern of the word or its plural on its own, not as a part of another word. Half-spaces (zero-width
 * non-joiners) inside the word make no difference.
 */
export function wordPattern(word: string): Pick<AvoidedWord, 'letters' | 'pattern'> {
  const letters = word.replaceAll(HALF_SPACE, '');
  const spaced = [...letters].join(`${HALF_SPACE}?`);
  return {
    letters,
    pattern: new RegExp(`(?<!${LETTER})${spaced}(?:${HALF_SPACE}?${PLURAL})?(?!${LETTER})`, 'u'),
  };
}
const HALF_SPACE = '\u200c';
const LETTER = `[\\p{L}\\p{M}${HALF_SPACE}]`;
const PLURAL = '(?:ها(?:ی|یی)?|ونه|ونو)';

/** Returns the glossary among the files, if it can be read. */
export function glossaryOf(files: SourceFiles): Glossary | undefined {
  const json = [...files.values()].find((file) => file.kind === 'glossary')?.json;
  return Array.isArray((json as Glossary | undefined)?.terms) ? (json as Glossary) : undefined;
}
