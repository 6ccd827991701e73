/** The three languages, their tags, and the codes that other systems use for them. */
import type { Text } from '../generated/form.ts';

export type Language = 'en' | 'fa' | 'ps';
export type { Text };

export const LANGUAGES: readonly Language[] = ['en', 'fa', 'ps'];

const TAGS: Record<Language, string> = { en: 'en', fa: 'fa-AF', ps: 'ps' };

/** Returns the BCP 47 tag for `lang` attributes. Never pass `ps` to Intl: browsers silently use English instead. */
export function languageTag(language: Language): string {
  return TAGS[language];
}

export function direction(language: Language): 'ltr' | 'rtl' {
  return language === 'en' ? 'ltr' : 'rtl';
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

/** Returns the text in a language, or in English if it is missing, with … for each answer in it. */
export function pick(text: Text, language: Language): string {
  const words = asWritten(text, language);
  return words.includes('{') ? words.replace(ANSWER_IN_WORDS, '…') : words;
}

/** Returns the text as it stands in the definition, with the names of answers. */
export function asWritten(text: Text, language: Language): string {
  return text[language] || text.en;
}

/** Isolates a name inside a sentence, so that its direction does not affect the text around it. */
export function isolate(name: string): string {
  return `\u2068${name}\u2069`;
}
