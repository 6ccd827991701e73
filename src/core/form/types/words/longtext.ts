/** Several lines of text. */

import type { FieldType } from '../fieldType.ts';
import { TEXT_TYPE_BASE } from './family.ts';

export const longtext: FieldType = {
  icon: 'file-text',
  group: 'usual',

  ...TEXT_TYPE_BASE,
  writes: 'longText',
  uiOptions: { rows: 'number' },
  personal: 'words',
  isWide: true,
};
