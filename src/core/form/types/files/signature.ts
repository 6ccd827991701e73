/** A handwritten signature, stored as an image. */

import type { FieldType } from '../fieldType.ts';
import { ATTACHMENT } from './family.ts';

export const signature: FieldType = { ...ATTACHMENT, media: 'image', isWide: true };
