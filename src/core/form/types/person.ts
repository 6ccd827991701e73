/** A person, or several. */

import { referenceTo } from './families/reference.ts';
import type { FieldType } from './fieldType.ts';

export const person: FieldType = referenceTo('person');
