/** A web address. */

import { cleanText, withoutMarks } from '../../../text/letters.ts';
import type { FieldType } from '../fieldType.ts';
import { WORDS } from './family.ts';

/** Returns an address with its scheme in small letters, as browsers write it: phones begin a line with a capital. */
export function plainAddress(typed: string): string {
  return withoutMarks(cleanText(typed)).replace(/^https?:\/\//i, (scheme) => scheme.toLowerCase());
}

export const url: FieldType = {
  icon: 'external-link',
  group: 'words',

  ...WORDS,
  writes: 'url',
  errors: { pattern: 'url' },
  coerce: (given) => (typeof given === 'string' ? plainAddress(given) : given),
  sample: (random) => `https://example.org/${random.whole(1, 9999)}`,
  direction: 'ltr',
  personal: 'words',
};
