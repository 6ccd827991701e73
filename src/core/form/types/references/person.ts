/** One person or several. */

import type { FieldType } from '../fieldType.ts';
import { referenceTypeBase } from './family.ts';

export const person: FieldType = { icon: 'user', group: 'references', ...referenceTypeBase('person') };
