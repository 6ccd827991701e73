/** How an export writes headings, labels, days, and questions with several chosen options. */

import { languagesOf } from '../../../core/definitions/texts.ts';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { Calendar } from '../../../core/text/dates.ts';
import { hasLanguage, LANGUAGES, type Language } from '../../../core/text/languages.ts';
import { readLocalSuffix } from '../../http/session.ts';

const CALENDARS = ['solar', 'gregorian'] as const;

export interface ExportStyle {
  /** Language of titles, and of labels in one language. */
  language: Language;
  /** Tags of the languages of the form's texts. Several are written into the same cell. */
  languages: readonly string[];
  /** Writes stored codes in place of labels. */
  isCoded: boolean;
  /** Gives each option of a question with several options a column of its own. */
  isSplit: boolean;
  /** Each day has a column for each of them. */
  calendars: readonly Calendar[];
}

/** Reads `localSuffix`, `labels`, `split` and `calendar` of a query. */
export function readExportStyle(
  query: Record<string, unknown>,
  own: Language,
  { definition }: CompiledForm,
): ExportStyle {
  const { labels, calendar } = query;
  return {
    ...plainExportStyle(readLocalSuffix(query.localSuffix, own)),
    ...(labels === 'all' && { languages: languagesOf(definition) }),
    ...(calendar !== 'both' && { calendars: [calendar as Calendar] }),
    isCoded: labels === 'codes',
    isSplit: query.split === '1',
  };
}

/** Returns the style with labels in one language and days in both calendars. */
export function plainExportStyle(language: Language): ExportStyle {
  return { language, languages: [language], isCoded: false, isSplit: false, calendars: CALENDARS };
}

/** Writes a text for a language of the interface, and the tag of the language in which texts of the form are to stand. */
export type TextWriter = (language: Language, tag: string) => string;

/**
 * Returns a text in the languages of the style; the same text only once. Beside a language that the interface does not have,
 * what the form does not say itself stands in the language of titles.
 */
export function writeInLanguages(
  { language, languages }: Pick<ExportStyle, 'language' | 'languages'>,
  say: TextWriter,
): string {
  const said = languages.map((tag) => say(LANGUAGES.find((one) => hasLanguage([tag], one)) ?? language, tag));
  return [...new Set(said)].filter(Boolean).join(' / ');
}
