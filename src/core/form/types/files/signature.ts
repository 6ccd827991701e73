/** A handwritten signature, stored as an image. */

import type { FieldType } from '../fieldType.ts';
import { FILE_TYPE_BASE } from './family.ts';

export const signature: FieldType = {
  icon: 'edit',
  group: 'files',
  ...FILE_TYPE_BASE,
  media: 'image',
  isWide: true,
};
