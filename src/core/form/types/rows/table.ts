/** Rows with questions of their own. */

import type { FieldType } from '../fieldType.ts';
import { ROWS } from './family.ts';

export const table: FieldType = {
  icon: 'table',
  group: 'usual',

  ...ROWS,
  needs: ['columns'],
  looks: ['panels'],
  uiOptions: { heading: 'string' },
};
