/** Problems of a site, carried from visit to visit. */

import { ROWS } from './families/rows.ts';
import type { FieldType } from './fieldType.ts';

export const problems: FieldType = {
  ...ROWS,
  errors: { missing: 'problem_details' },
};
