/** Yes or no. */

import type { FieldType } from '../fieldType.ts';
import { scaleTypeBase } from './onScale.ts';

export const yesno: FieldType = {
  icon: 'circle-check',
  group: 'options',
  ...scaleTypeBase((constants) => constants.yesNo),
};
