/** Problems of a site, carried over from visit to visit. */

import type { FieldType } from '../fieldType.ts';
import { ROWS_TYPE_BASE } from './family.ts';

export const problems: FieldType = {
  icon: 'alert-triangle',
  group: 'rows',

  ...ROWS_TYPE_BASE,
  repeats: true,
  errors: { missing: 'problem_details' },
};
