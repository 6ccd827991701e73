/** A web address. */

import { cleanText, withoutMarks } from '../../../text/letters.ts';
import type { FieldType } from '../fieldType.ts';
import { TEXT_TYPE_BASE } from './family.ts';

/** Returns an address with its scheme in small letters, as browsers write it: phones begin a line with a capital. */
export function lowerCaseScheme(typed: string): string {
  return withoutMarks(cleanText(typed)).replace(/^https?:\/\//i, (scheme) => scheme.toLowerCase());
}

export const url: FieldType = {
  icon: 'external-link',
  group: 'words',

  ...TEXT_TYPE_BASE,
  writes: 'url',
  errors: { pattern: 'url' },
  coerce: (given) => (typeof given === 'string' ? lowerCaseScheme(given) : given),
  sample: (random) => `https://example.org/${random.whole(1, 9999)}`,
  direction: 'ltr',
  personal: 'words',
};
