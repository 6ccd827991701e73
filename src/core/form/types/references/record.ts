/** One record of another form or several. */

import type { FieldType } from '../fieldType.ts';
import { referenceTo } from './family.ts';

export const record: FieldType = { icon: 'books', group: 'references', ...referenceTo('record') };
