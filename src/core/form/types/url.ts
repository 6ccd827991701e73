/** An address in the web. */

import { WORDS } from './families/words.ts';
import type { FieldType } from './fieldType.ts';

export const url: FieldType = {
  ...WORDS,
  errors: { pattern: 'url' },
  sample: (random) => `https://example.org/${random.whole(1, 9999)}`,
  direction: 'ltr',
  personal: 'words',
};
