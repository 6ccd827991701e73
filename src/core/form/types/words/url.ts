/** A web address. */

import type { FieldType } from '../fieldType.ts';
import { WORDS } from './family.ts';

export const url: FieldType = {
  icon: 'external-link',
  group: 'words',

  ...WORDS,
  writes: 'url',
  errors: { pattern: 'url' },
  sample: (random) => `https://example.org/${random.whole(1, 9999)}`,
  direction: 'ltr',
  personal: 'words',
};
