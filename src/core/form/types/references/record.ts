/** One record of another form or several. */

import type { FieldType } from '../fieldType.ts';
import { referenceTypeBase } from './family.ts';

export const record: FieldType = { icon: 'books', group: 'references', ...referenceTypeBase('record') };
