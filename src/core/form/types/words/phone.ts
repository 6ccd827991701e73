/** A telephone number, as people write it. */

import type { FieldType } from '../fieldType.ts';
import { TEXT_TYPE_BASE } from './family.ts';

export const phone: FieldType = {
  icon: 'speakerphone',
  group: 'words',

  ...TEXT_TYPE_BASE,
  writes: 'phone',
  errors: { pattern: 'phone' },
  read: 'digits',
  sample: (random) => `0700 000 ${String(random.whole(0, 999)).padStart(3, '0')}`,
  direction: 'ltr',
  personal: 'words',
};
