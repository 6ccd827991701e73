/** A record of another form, or several. */

import { referenceTo } from './families/reference.ts';
import type { FieldType } from './fieldType.ts';

export const record: FieldType = referenceTo('record');
