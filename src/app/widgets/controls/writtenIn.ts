import type { FieldNode } from '../../../core/definitions/types.ts';
import { direction, languageTag } from '../../../core/text/languages.ts';

/** A text of a stated language is drawn and read out in that language, whatever the page is in. */
export function writtenIn({ def: { language } }: FieldNode): { lang?: string; dir?: 'ltr' | 'rtl' } {
  return language ? { lang: languageTag(language), dir: direction(language) } : {};
}
