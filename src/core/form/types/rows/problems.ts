/** Problems of a site, carried over from visit to visit. */

import type { FieldType } from '../fieldType.ts';
import { ROWS } from './family.ts';

export const problems: FieldType = {
  icon: 'alert-triangle',
  group: 'rows',

  ...ROWS,
  repeats: true,
  errors: { missing: 'problem_details' },
};
