/** A number with decimals. */

import type { FieldType } from '../fieldType.ts';
import { NUMBER_TYPE_BASE } from './family.ts';

export const decimal: FieldType = {
  icon: 'scale',
  group: 'figures',

  ...NUMBER_TYPE_BASE,
  parts: { value: 'number' },
  contract: { type: 'number' },
  writes: 'decimal',
};
