/** A number with decimals. */

import { FIGURE } from './families/figures.ts';
import type { FieldType } from './fieldType.ts';

export const decimal: FieldType = { ...FIGURE, parts: { value: 'number' }, contract: { type: 'number' } };
