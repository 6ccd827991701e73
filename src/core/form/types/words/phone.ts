/** A telephone number, as people write it. */

import type { FieldType } from '../fieldType.ts';
import { WORDS } from './family.ts';

export const phone: FieldType = {
  icon: 'speakerphone',
  group: 'words',

  ...WORDS,
  writes: 'phone',
  errors: { pattern: 'phone' },
  read: 'digits',
  sample: (random) => `0700 000 ${String(random.whole(0, 999)).padStart(3, '0')}`,
  direction: 'ltr',
  personal: 'words',
};
