/** Recordings of a voice or a sound. */

import type { FieldType } from '../fieldType.ts';
import { RECORDING_TYPE_BASE } from './family.ts';

export const audio: FieldType = {
  icon: 'microphone',
  group: 'files',
  ...RECORDING_TYPE_BASE,
  media: 'audio',
};
