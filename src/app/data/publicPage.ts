/** The page for everybody, which the server writes outside the app. */
import { toWireLanguage } from '../../core/text/languages.ts';
import { preferences } from './preferences.ts';

export function publicPagePath(): string {
  return `/public/${toWireLanguage(preferences().language)}`;
}
