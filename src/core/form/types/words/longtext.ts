/** Several lines of text. */

import type { FieldType } from '../fieldType.ts';
import { WORDS } from './family.ts';

export const longtext: FieldType = {
  icon: 'file-text',
  group: 'usual',

  ...WORDS,
  writes: 'longText',
  uiOptions: { rows: 'number' },
  personal: 'words',
  isWide: true,
};
