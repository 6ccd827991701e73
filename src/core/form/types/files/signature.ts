/** A name written by hand, kept as a picture. */

import type { FieldType } from '../fieldType.ts';
import { ATTACHMENT } from './family.ts';

export const signature: FieldType = { ...ATTACHMENT, weight: 'wide' };
