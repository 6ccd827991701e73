/** A whole number. */

import { FIGURE } from './families/figures.ts';
import type { FieldType } from './fieldType.ts';

export const integer: FieldType = { ...FIGURE, parts: { value: 'integer' }, contract: { type: 'integer' } };
