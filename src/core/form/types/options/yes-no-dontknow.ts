/** Yes, no or do not know. */

import type { FieldType } from '../fieldType.ts';
import { scaleTypeBase } from './onScale.ts';

export const yesNoDontknow: FieldType = {
  icon: 'circle-off',
  group: 'options',
  ...scaleTypeBase((constants) => constants.yesNoDontKnow),
};
