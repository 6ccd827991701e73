/** Yes, no or not known. */

import { onScale } from './families/scale.ts';
import type { FieldType } from './fieldType.ts';

export const yesNoDontknow: FieldType = onScale((constants) => constants.yesNoDontKnow);
