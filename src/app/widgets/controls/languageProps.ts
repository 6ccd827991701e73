import type { FieldNode } from '../../../core/definitions/types.ts';
import { languageTag, textDirection } from '../../../core/text/languages.ts';

/** Sets `lang` and `dir` for a question with a language of its own, whatever the language of the page. */
export function languageProps({ def: { language } }: FieldNode): { lang?: string; dir?: 'ltr' | 'rtl' } {
  return language ? { lang: languageTag(language), dir: textDirection(language) } : {};
}
