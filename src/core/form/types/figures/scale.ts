/** A whole number on a scale with labels at both ends. The contract's minimum and maximum give its length. */

import type { FieldType } from '../fieldType.ts';
import { NUMBER_TYPE_BASE } from './family.ts';

export const scale: FieldType = {
  icon: 'star',
  group: 'options',

  ...NUMBER_TYPE_BASE,
  parts: { value: 'integer' },
  needs: ['ends'],
  contract: { type: 'integer', steps: 11 },
};
