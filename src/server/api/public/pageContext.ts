/** What every part of the public page is written with. */
import type { PublicFiguresResponse, PublicTable } from '../../../core/generated/api.ts';
import { leastShown } from '../../../core/public/ownTable.ts';
import type { PublicFilters } from '../../../core/public/tabulate.ts';
import { escapeHtml } from '../../../core/text/html.ts';
import { type Language, toWireLanguage } from '../../../core/text/languages.ts';
import { formatNumber } from '../../../core/text/letters.ts';
import { words } from '../../http/words.ts';

export interface PublicPageContext {
  language: Language;
  view: PublicFiguresResponse;
  filters: PublicFilters;
  /** Id of the measure that is shown. */
  shown: string | undefined;
}

export interface PublicTableRow {
  id: string | null;
  name: string;
  count: number;
}

/** Returns a sentence of the page, safe to be written into it. */
export function pageSentence(language: Language, key: string, params?: Record<string, string>): string {
  return escapeHtml(words(language, `public:${key}`, params));
}

/** Returns a number in the digits of the language. */
export function pageNumber({ language }: Pick<PublicPageContext, 'language'>, value: number): string {
  return formatNumber(value, language);
}

/** Returns the numbers of the sentences about small counts. */
export function countLimits(context: PublicPageContext): Record<'threshold' | 'least', string> {
  const { threshold } = context.view;
  return { threshold: pageNumber(context, threshold), least: pageNumber(context, leastShown(threshold)) };
}

/** Returns the address of the page with the choices and these changes. An empty text takes a choice back. */
export function publicPageAddress(
  { language, filters, shown }: PublicPageContext,
  change: Readonly<Record<string, string>> = {},
  inLanguage: Language = language,
): string {
  const all = { ...(shown && { show: shown }), ...filters, ...change };
  const query = new URLSearchParams(Object.entries(all).filter(([, value]) => value !== '')).toString();
  return escapeHtml(`/public/${toWireLanguage(inLanguage)}${query ? `?${query}` : ''}`);
}

/** Returns the rows of a table as they are written, and what is not told apart as the last one. */
export function publicTableRows({ language }: PublicPageContext, table: PublicTable): PublicTableRow[] {
  const lines: PublicTableRow[] = table.rows.map((row) => ({
    ...row,
    name: row.name || words(language, 'public:none'),
  }));
  if (table.rest > 0) lines.push({ id: null, name: words(language, 'public:rest'), count: table.rest });
  return lines;
}
