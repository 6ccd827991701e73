/** Films. */

import type { FieldType } from '../fieldType.ts';
import { RECORDING } from './family.ts';

export const video: FieldType = {
  icon: 'video',
  group: 'files',
  ...RECORDING,
  media: 'video',
};
