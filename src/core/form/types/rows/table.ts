/** Rows with questions of their own. */

import type { FieldType } from '../fieldType.ts';
import { ROWS_TYPE_BASE } from './family.ts';

export const table: FieldType = {
  icon: 'table',
  group: 'usual',

  ...ROWS_TYPE_BASE,
  needs: ['columns'],
  looks: ['panels'],
  uiOptions: { heading: 'string' },
};
