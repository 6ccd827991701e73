/** A whole number on a line from … to …, with words at both ends; the contract's minimum and maximum say how long it is. */

import type { FieldType } from '../fieldType.ts';
import { FIGURE } from './family.ts';

export const scale: FieldType = {
  ...FIGURE,
  parts: { value: 'integer' },
  needs: ['ends'],
  contract: { type: 'integer', steps: 11 },
};
