/** Yes or no. */

import { onScale } from './families/scale.ts';
import type { FieldType } from './fieldType.ts';

export const yesno: FieldType = onScale((constants) => constants.yesNo);
