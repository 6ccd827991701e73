/** Checks every text in its languages: the right script and letters, no invisible marks, the same placeholders. */
import type { SourceFiles } from '../../definitions/files.ts';
import { MEDIA_POINTER } from '../../definitions/media.ts';
import { CHANGES_NOTE_POINTER, isTextOf, languagesOf, type TextAt, textsOf } from '../../definitions/texts.ts';
import type { FormDefinition } from '../../definitions/types.ts';
import { escapePointer, getOwn, isObject } from '../../json.ts';
import { memoizeByWord } from '../../memoize.ts';
import { LANGUAGES, type Language } from '../../text/languages.ts';
import { isBlankText } from '../../text/letters.ts';
import {
  didYouMean,
  type Finding,
  type Issue,
  type IssueCode,
  type IssueParams,
  type IssuePhrase,
} from '../issues/issue.ts';

const DIRECTION_MARKS = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/;
const ARABIC_SCRIPT = /[\u0600-\u06ff]/;
const LATIN_WORD = /[A-Za-z]*[a-z]{2}[A-Za-z]*/;
const PASHTO_ONLY = /[ټډړږښڼېۍګځڅ]/;
/** Languages that are known to be written in it. */
const IN_ARABIC_SCRIPT = /^(ar|fa|ps|prs|ur)(-[A-Z]{2})?$/;
const ARABIC_KAF = 'ك';
const ARABIC_YEH = 'ي';
const ALEF_MAKSURA = 'ى';

/**
 * Returns what is wrong with one text in one language. `source` is the text it was translated from, `model` one that has the
 * right placeholders.
 */
export function wordIssues(
  language: string,
  words: string,
  source: string,
  glossary?: Glossary,
  model = source,
): Finding[] {
  const found: Finding[] = [];
  const say = (code: IssueCode, params: IssueParams = {}): void =>
    void found.push({ code, params: { language: languagePhrase(language), ...params } });
  if (isBlankText(words)) say('text_empty');
  // Separators of lists (“, ”) end with a space in every language.
  if (words !== words.trim() && source === source.trim()) say('text_space');
  if (DIRECTION_MARKS.test(words)) say('text_mark');
  if (!haveSamePlaceholders(words, model)) say('text_placeholders', { names: placeholders(model).join(', ') || '–' });
  if (language === 'en') {
    if (ARABIC_SCRIPT.test(words)) say('text_arabic');
    return found;
  }
  const isOwn = language === 'fa' || language === 'ps';
  if (isOwn && words.includes(ARABIC_KAF)) say('text_letter', { wrong: ARABIC_KAF, right: 'ک' });
  if (isOwn && words.includes(ALEF_MAKSURA)) say('text_letter', { wrong: ALEF_MAKSURA, right: 'ی' });
  // ي is a letter of Pashto. In Dari it is a typing error for ی.
  if (language === 'fa' && words.includes(ARABIC_YEH)) say('text_letter', { wrong: ARABIC_YEH, right: 'ی' });
  if (language === 'fa' && PASHTO_ONLY.test(withoutLoans(words, glossary))) say('text_pashto');
  const isLatin = LATIN_WORD.test(source.replaceAll(/\{\{[^}]*\}\}/g, ''));
  if (isLatin && IN_ARABIC_SCRIPT.test(language) && !ARABIC_SCRIPT.test(words)) say('text_untranslated');
  if (isOwn && glossary) found.push(...glossaryIssues(language, words, glossary));
  return found;
}

/** Returns the name of a language as a part of a message; of one that the interface has no word for, its tag. */
export function languagePhrase(language: string): IssuePhrase | string {
  return isOneOf(language) ? { code: `language_${language}` } : language;
}

function isOneOf(language: string): language is Language {
  return (LANGUAGES as readonly string[]).includes(language);
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
  if (isText(json)) return issuesOf(file, { pointer, text: json }, LANGUAGES, glossary);
  return Object.entries(json).flatMap(([key, value]) =>
    textIssues(file, value, glossary, `${pointer}/${escapePointer(key)}`),
  );
}

/**
 * Returns the issues of every text of a form. What its texts lack or do wrong is advice if the form says so; each has words in
 * the source.
 */
export function formTextIssues(file: string, definition: object, glossary?: Glossary): Issue[] {
  const languages = languagesOf(definition);
  const { words, changes } = definition as Partial<FormDefinition>;
  const isAdvice = words === 'advice';
  const isWaived = isAdvice || (isObject(changes) && changes.waiver !== undefined);
  return textsOf(definition).flatMap((found) => {
    const { pointer, text } = found;
    const isSaid = pointer === CHANGES_NOTE_POINTER && Object.values(text).some((words) => !isBlankText(words));
    const known = pointer === CHANGES_NOTE_POINTER ? [...languages, ...LANGUAGES] : languages;
    const unknown = Object.keys(text).filter((tag) => !known.includes(tag));
    const missing = (isSaid ? [] : languages).filter(
      (tag) => getOwn(text, tag) === undefined && !unknown.some((one) => nearTo(one, [tag])),
    );
    return [
      ...unknown.map((name): Issue => {
        const params = { name, ...didYouMean(name, languages) };
        return { file, pointer: `${pointer}/${escapePointer(name)}`, code: 'key_unknown', params };
      }),
      ...missing.map((tag): Issue => {
        const params = { language: languagePhrase(tag) };
        const isNeeded = !isWaived || tag === languages[0];
        return { file, pointer, code: 'words_missing', params, ...(!isNeeded && { advice: true }) };
      }),
      ...issuesOf(file, found, languages, glossary).map(
        (issue): Issue => (isAdvice ? { ...issue, advice: true } : issue),
      ),
    ];
  });
}

function nearTo(name: string, known: readonly string[]): boolean {
  return didYouMean(name, known).meant !== undefined;
}

/** Returns what is wrong with the words that a text has. */
function issuesOf(
  file: string,
  { pointer, text }: TextAt,
  languages: readonly string[],
  glossary: Glossary | undefined,
): Issue[] {
  const [source = '', ...others] = languages.flatMap((tag) => getOwn(text, tag) ?? []);
  const [one] = others;
  // Where all translations agree, the source is the one that differs.
  const isSourceOdd =
    others.length > 1 &&
    others.every((words) => haveSamePlaceholders(words, one as string)) &&
    !haveSamePlaceholders(one as string, source);
  return languages.flatMap((language) => {
    const words = getOwn(text, language);
    if (words === undefined) return [];
    const found = wordIssues(language, words, source, glossary, isSourceOdd ? one : source);
    return found.map((finding) => ({ file, pointer: `${pointer}/${language}`, ...finding }));
  });
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
  const listed = avoided(glossary, language);
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

const avoided = memoizeByWord('words to avoid', ({ terms }: Glossary, language: 'fa' | 'ps'): AvoidedWord[] =>
  terms.flatMap((one) =>
    (one[`avoid_${language}`] ?? []).map((wrong) => ({
      ...wordPattern(wrong),
      wrong: wrong.replace('*', ''),
      right: one.term[language],
    })),
  ),
);

/**
 * Returns a pattern of the word or its plural on its own, not as a part of another word. With a star at its end it is a
 * stem, which any ending may follow. Half-spaces (zero-width non-joiners) inside the word make no difference.
 */
export function wordPattern(word: string): Pick<AvoidedWord, 'letters' | 'pattern'> {
  const isStem = word.endsWith('*');
  const letters = (isStem ? word.slice(0, -1) : word).replaceAll(HALF_SPACE, '');
  const spaced = [...letters].join(`${HALF_SPACE}?`);
  const ending = isStem ? '' : `(?:${HALF_SPACE}?${PLURAL})?(?!${LETTER})`;
  return { letters, pattern: new RegExp(`(?<!${LETTER})${spaced}${ending}`, 'u') };
}
const HALF_SPACE = '\u200c';
const LETTER = `[\\p{L}\\p{M}${HALF_SPACE}]`;
const PLURAL = '(?:ها(?:ی|یی)?|ونه|ونو)';

function isText(value: unknown): value is TextAt['text'] {
  return isTextOf(value, LANGUAGES) && 'en' in value && Object.keys(value).every((key) => isOneOf(key));
}

/** Returns the glossary among the files, if it can be read. */
export function glossaryOf(files: SourceFiles): Glossary | undefined {
  const json = [...files.values()].find((file) => file.kind === 'glossary')?.json;
  return Array.isArray((json as Glossary | undefined)?.terms) ? (json as Glossary) : undefined;
}
