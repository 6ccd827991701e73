/** Rows of questions of their own. */

import { ROWS } from './families/rows.ts';
import type { FieldType } from './fieldType.ts';

export const table: FieldType = { ...ROWS, needs: ['columns'] };
