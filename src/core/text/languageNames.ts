/** Languages by the names that their own readers give them, each in its own script. */
import { getOwn } from '../json.ts';
import type { Language } from './languages.ts';

export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', fa: 'دری', ps: 'پښتو' };

/** Returns the name of a language in itself; its tag where the device does not know it. */
export function languageName(tag: string): string {
  const own = getOwn(LANGUAGE_NAMES as Readonly<Record<string, string>>, tag);
  if (own) return own;
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  } catch {
    // Old browsers have no names.
    return tag;
  }
}
