/** The language a caller reads: Accept-Language at the edge (en, fa, pa; ps is understood too), else the account's. */
import { fromWireLanguage, type Language } from '../../core/text/languages.ts';

const KNOWN = new Set(['en', 'fa', 'pa', 'ps', 'prs']);

/** First known language of the header; undefined when it names none. */
export function acceptedLanguage(header: string | undefined): Language | undefined {
  for (const part of (header ?? '').slice(0, 500).split(',')) {
    const code = part.split(';')[0]?.trim().toLowerCase().split('-')[0] ?? '';
    if (KNOWN.has(code)) return fromWireLanguage(code === 'prs' ? 'fa' : code);
  }
  return undefined;
}

/** The suffix documented for downloads (`localSuffix`), else the reader's own language. */
export function suffixLanguage(suffix: unknown, own: Language): Language {
  return typeof suffix === 'string' && KNOWN.has(suffix) ? fromWireLanguage(suffix) : own;
}
