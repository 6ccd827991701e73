/** Films. */

import type { FieldType } from '../fieldType.ts';
import { RECORDING } from './family.ts';

export const video: FieldType = { ...RECORDING, media: 'video' };
