/** Images. */

import type { FieldType } from '../fieldType.ts';
import { ATTACHMENT } from './family.ts';

export const image: FieldType = {
  icon: 'photo',
  group: 'files',
  ...ATTACHMENT,
  media: 'image',
  isWide: true,
};
