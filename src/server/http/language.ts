/** The user's language: from Accept-Language (en, fa, pa; also ps and prs), otherwise from the account. And the calendar. */
import { type Calendar, defaultCalendar } from '../../core/text/dates.ts';
import { fromWireLanguage, type Language } from '../../core/text/languages.ts';

const KNOWN = new Set(['en', 'fa', 'pa', 'ps', 'prs']);

/** Returns the first known language of the header; undefined if there is none. */
export function acceptedLanguage(header: string | undefined): Language | undefined {
  for (const part of (header ?? '').slice(0, 500).split(',')) {
    const code = part.split(';')[0]?.trim().toLowerCase().split('-')[0] ?? '';
    if (KNOWN.has(code)) return fromWireLanguage(code === 'prs' ? 'fa' : code);
  }
  return undefined;
}

/** Returns the language of the documented `localSuffix` of downloads, otherwise the user's own. */
export function suffixLanguage(suffix: unknown, own: Language): Language {
  return typeof suffix === 'string' && KNOWN.has(suffix) ? fromWireLanguage(suffix) : own;
}

/** Returns the calendar that a query asks for, otherwise that of the language. */
export function calendarOf(calendar: unknown, language: Language): Calendar {
  return calendar === 'solar' || calendar === 'gregorian' ? calendar : defaultCalendar(language);
}
