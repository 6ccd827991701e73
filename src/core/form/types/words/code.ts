/** The code of a record or an object. */

import type { FieldType } from '../fieldType.ts';
import { TEXT_TYPE_BASE } from './family.ts';

export const code: FieldType = {
  icon: 'file',
  group: 'words',

  ...TEXT_TYPE_BASE,
  writes: 'code',
  errors: { pattern: 'code_pattern' },
  sample: (random) => `S${random.whole(1, 999_999_999)}`,
  direction: 'ltr',
};
