/** Images. */

import type { FieldType } from '../fieldType.ts';
import { ATTACHMENT } from './family.ts';

export const image: FieldType = { ...ATTACHMENT, media: 'image', isWide: true };
