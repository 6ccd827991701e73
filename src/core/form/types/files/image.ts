/** Images. */

import type { FieldType } from '../fieldType.ts';
import { FILE_TYPE_BASE } from './family.ts';

export const image: FieldType = {
  icon: 'photo',
  group: 'files',
  ...FILE_TYPE_BASE,
  media: 'image',
  isWide: true,
};
