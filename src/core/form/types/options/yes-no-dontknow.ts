/** Yes, no or do not know. */

import type { FieldType } from '../fieldType.ts';
import { onScale } from './onScale.ts';

export const yesNoDontknow: FieldType = {
  icon: 'circle-off',
  group: 'options',
  ...onScale((constants) => constants.yesNoDontKnow),
};
