/** Recordings of a voice or a sound. */

import type { FieldType } from '../fieldType.ts';
import { RECORDING } from './family.ts';

export const audio: FieldType = {
  icon: 'microphone',
  group: 'files',
  ...RECORDING,
  media: 'audio',
};
