/** A handwritten signature, stored as an image. */

import type { FieldType } from '../fieldType.ts';
import { ATTACHMENT } from './family.ts';

export const signature: FieldType = {
  icon: 'edit',
  group: 'files',
  ...ATTACHMENT,
  media: 'image',
  isWide: true,
};
