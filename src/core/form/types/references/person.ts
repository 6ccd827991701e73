/** One person or several. */

import type { FieldType } from '../fieldType.ts';
import { referenceTo } from './family.ts';

export const person: FieldType = { icon: 'user', group: 'references', ...referenceTo('person') };
