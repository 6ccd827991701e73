/** One line of text. */

import type { FieldType } from '../fieldType.ts';
import { TEXT_TYPE_BASE } from './family.ts';

export const text: FieldType = {
  icon: 'pencil',
  group: 'usual',
  ...TEXT_TYPE_BASE,
  personal: 'words',
};
