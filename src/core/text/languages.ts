/** The three languages, their tags, and the codes that other systems use for them at the edge. */
import type { Text } from '../generated/form.ts';

export type Language = 'en' | 'fa' | 'ps';
export type { Text };

export const LANGUAGES: readonly Language[] = ['en', 'fa', 'ps'];

const TAGS: Record<Language, string> = { en: 'en', fa: 'fa-AF', ps: 'ps' };

/** BCP 47 tag for `lang` attributes. Never give `ps` to Intl: browsers quietly answer in English. */
export function languageTag(language: Language): string {
  return TAGS[language];
}

export function direction(language: Language): 'ltr' | 'rtl' {
  return language === 'en' ? 'ltr' : 'rtl';
}

/** Language of a code from outside (`pa` and `ps` are Pashto, `prs` and `fa-*` are Dari); anything else is English. */
export function fromWireLanguage(code: string | null | undefined): Language {
  const base = (code ?? '')
    .trim()
    .toLowerCase()
    .split(/[-_,;]/)[0];
  if (base === 'fa' || base === 'prs') return 'fa';
  if (base === 'pa' || base === 'ps') return 'ps';
  return 'en';
}

/** Code the API and the stored choice use: Pashto is `pa` there. */
export function toWireLanguage(language: Language): 'en' | 'fa' | 'pa' {
  return language === 'ps' ? 'pa' : language;
}

/** The words in a language; English when they are missing. */
export function pick(text: Text, language: Language): string {
  return text[language] || text.en;
}
