/** Problems of a site, carried from visit to visit. */

import type { FieldType } from '../fieldType.ts';
import { ROWS } from './family.ts';

export const problems: FieldType = {
  ...ROWS,
  contract: { type: 'array', items: 'object', row: 'problem_type_id' },
  errors: { missing: 'problem_details' },
  rowRefs: { people: ['identified_by_id', 'solved_by_id', 'advocated_by_id', 'trouble_shooter_id'], files: ['photo'] },
};
