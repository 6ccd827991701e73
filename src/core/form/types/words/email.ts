/** An e-mail address. */

import type { FieldType } from '../fieldType.ts';
import { TEXT_TYPE_BASE } from './family.ts';

export const email: FieldType = {
  icon: 'inbox',
  group: 'words',

  ...TEXT_TYPE_BASE,
  writes: 'email',
  contract: { type: 'string', format: 'email' },
  sample: (random) => `sample${random.whole(1, 9999)}@example.org`,
  direction: 'ltr',
  personal: 'words',
};
