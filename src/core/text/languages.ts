/** The three languages of the interface, the languages of texts, their tags, and the codes that other systems use. */
import type { Text } from '../generated/form.ts';
import { getOwn } from '../json.ts';

export type Language = 'en' | 'fa' | 'ps';
export type { Text };
/** A text in the three languages of the interface. */
export type FullText = Record<Language, string>;

/** The languages of the interface, and of a form that names none. */
export const LANGUAGES: readonly Language[] = ['en', 'fa', 'ps'];

const TAGS: Readonly<Record<string, string>> = { en: 'en', fa: 'fa-AF', ps: 'ps' };

/** Returns the BCP 47 tag for `lang` attributes. Never pass `ps` to Intl: browsers silently use English instead. */
export function languageTag(language: string): string {
  return getOwn(TAGS, language) ?? language;
}

/** Scripts that are written from right to left, and languages whose usual script is one of them. */
const RTL_SCRIPTS = /^(Adlm|Arab|Aran|Hebr|Mand|Nkoo|Rohg|Samr|Syrc|Thaa)$/;
const RTL_LANGUAGES =
  /^(ar|arc|azb|bal|bqi|ckb|dv|fa|glk|he|khw|ks|lrc|mzn|nqo|pbt|pbu|pnb|prs|ps|pst|sd|sdh|skr|syr|ug|ur|yi)$/;

/** Returns the direction of a language, from the script in its tag or else its usual one. */
export function textDirection(language: string): 'ltr' | 'rtl' {
  const [base = '', ...parts] = language.split('-');
  const script = parts.find((part) => /^[A-Z][a-z]{3}$/.test(part)) ?? (parts.length > 0 ? usualScript(language) : '');
  return (script ? RTL_SCRIPTS : RTL_LANGUAGES).test(script || base) ? 'rtl' : 'ltr';
}

/** Returns the usual script in a country, such as that of Kurdish in Iraq. Empty where it is not known. */
function usualScript(tag: string): string {
  try {
    return new Intl.Locale(tag).maximize().script ?? '';
  } catch {
    // Old browsers have no Intl.Locale.
    return '';
  }
}

/** Returns the comma of a language with the space after it, which stands between listed words. */
export function listComma(language: string): string {
  return textDirection(language) === 'rtl' ? '، ' : ', ';
}

/** Returns the language of an external code: `pa` and `ps` are Pashto, `prs` and `fa-*` Dari, all others English. */
export function fromWireLanguage(code: string | null | undefined): Language {
  const base = (code ?? '')
    .trim()
    .toLowerCase()
    .split(/[-_,;]/)[0];
  if (base === 'fa' || base === 'prs') return 'fa';
  if (base === 'pa' || base === 'ps') return 'ps';
  return 'en';
}

/** Returns the first of a device's languages that the product has; English if there is none. `pa` is Punjabi here. */
export function deviceLanguage(tags: readonly string[]): Language {
  const bases = tags.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  return fromWireLanguage(bases.find((base) => ['en', 'fa', 'prs', 'ps'].includes(base)));
}

/** Returns the code that the API and the stored preference use. Pashto is `pa` there. */
export function toWireLanguage(language: Language): 'en' | 'fa' | 'pa' {
  return language === 'ps' ? 'pa' : language;
}

/** An answer in the words of a question, such as `{hh_size}`. */
export const ANSWER_IN_WORDS = /(?<!\{)\{(\w+)\}(?!\})/g;

/** Returns the names of answers in words. */
export function answerNamesIn(words: string): string[] {
  return words.includes('{') ? [...words.matchAll(ANSWER_IN_WORDS)].map(([, name]) => name as string) : [];
}

let alsoRead: string | undefined;

/** Sets the language that the reader of this page wants where a text is not there in that of the interface. */
export function setSecondLanguage(language: string | undefined): void {
  alsoRead = language;
}

/** Names of the interface's languages in tags that say more: Dari is also prs, and English of a country is English. */
const SAME: Readonly<Record<Language, RegExp>> = { en: /^en(-|$)/, fa: /^(fa|prs)(-|$)/, ps: /^(ps|pbt|pbu|pst)(-|$)/ };

/**
 * Returns the language in which a reader is shown a text: the reader's own, or else the one read besides, or else the first
 * one that the text has, which is the source. This is the only place that falls back.
 */
export function shownLanguage(text: Text, language: string): string {
  const words = text as Readonly<Record<string, string | undefined>>;
  if (getOwn(words, language)) return language;
  const tags = Object.keys(words).filter((tag) => getOwn(words, tag));
  return ownTag(tags, language) ?? tags.find((tag) => tag === alsoRead) ?? tags[0] ?? language;
}

/** Returns the language in which a reader is shown a text, where that is not the reader's own. */
export function foreignLanguage(text: Text | null | undefined, language: string): string | undefined {
  const shown = text ? shownLanguage(text, language) : language;
  return shown === language ? undefined : shown;
}

/** Returns the tag among these that the reader's language has. */
export function ownTag(tags: readonly string[], language: string): string | undefined {
  return tags.find((tag) => tag === language || getOwn(SAME as Readonly<Record<string, RegExp>>, language)?.test(tag));
}

/** Returns true if something is in the language of a reader. */
export function hasLanguage(languages: readonly string[], language: string): boolean {
  return ownTag(languages, language) !== undefined;
}

/** Returns the language in which a reader wants a form. `languages` are those of the form, the source first. */
export function formLanguageFor(languages: readonly string[], language: string): string {
  return ownTag(languages, language) ?? languages.find((tag) => tag === alsoRead) ?? languages[0] ?? language;
}

/** Returns the text in the language in which the reader is shown it, with … for each answer in it. */
export function pickText(text: Text, language: string): string {
  const words = textAsWritten(text, language);
  return words.includes('{') ? words.replace(ANSWER_IN_WORDS, '…') : words;
}

/** Returns the text as it stands in the definition, with the names of answers. Empty if there is none at all. */
export function textAsWritten(text: Text, language: string): string {
  const words = text as Readonly<Record<string, string | undefined>>;
  return getOwn(words, language) || getOwn(words, shownLanguage(text, language)) || '';
}

/** Returns a text as readers of the three languages are shown it. */
export function inThreeLanguages(text: Text): FullText {
  return { en: pickText(text, 'en'), fa: pickText(text, 'fa'), ps: pickText(text, 'ps') };
}

/** Isolates a name inside a sentence, so that its direction does not affect the text around it. */
export function isolateName(name: string): string {
  return `\u2068${name}\u2069`;
}
