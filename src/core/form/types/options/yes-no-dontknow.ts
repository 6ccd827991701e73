/** Yes, no or do not know. */

import type { FieldType } from '../fieldType.ts';
import { onScale } from './onScale.ts';

export const yesNoDontknow: FieldType = onScale((constants) => constants.yesNoDontKnow);
