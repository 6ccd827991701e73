/** A whole number. */

import type { FieldType } from '../fieldType.ts';
import { FIGURE } from './family.ts';

export const integer: FieldType = {
  icon: 'chart-bar',
  group: 'usual',

  ...FIGURE,
  parts: { value: 'integer' },
  contract: { type: 'integer' },
  writes: 'count',
};
