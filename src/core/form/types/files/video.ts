/** Films. */

import type { FieldType } from '../fieldType.ts';
import { RECORDING_TYPE_BASE } from './family.ts';

export const video: FieldType = {
  icon: 'video',
  group: 'files',
  ...RECORDING_TYPE_BASE,
  media: 'video',
};
