/** One line of text. */

import type { FieldType } from '../fieldType.ts';
import { WORDS } from './family.ts';

export const text: FieldType = {
  icon: 'pencil',
  group: 'usual',
  ...WORDS,
  personal: 'words',
};
