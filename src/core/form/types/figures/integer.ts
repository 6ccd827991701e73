/** A whole number. */

import type { FieldType } from '../fieldType.ts';
import { NUMBER_TYPE_BASE } from './family.ts';

export const integer: FieldType = {
  icon: 'chart-bar',
  group: 'usual',

  ...NUMBER_TYPE_BASE,
  parts: { value: 'integer' },
  contract: { type: 'integer' },
  writes: 'count',
};
