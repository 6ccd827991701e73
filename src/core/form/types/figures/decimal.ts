/** A number with decimals. */

import type { FieldType } from '../fieldType.ts';
import { FIGURE } from './family.ts';

export const decimal: FieldType = {
  icon: 'scale',
  group: 'figures',

  ...FIGURE,
  parts: { value: 'number' },
  contract: { type: 'number' },
  writes: 'decimal',
};
