/** Yes or no. */

import type { FieldType } from '../fieldType.ts';
import { onScale } from './onScale.ts';

export const yesno: FieldType = { icon: 'circle-check', group: 'options', ...onScale((constants) => constants.yesNo) };
