/** A stored value that nobody is asked for. */

import { BY_CONTRACT } from './families/worked.ts';
import type { FieldType } from './fieldType.ts';

export const hidden: FieldType = { ...BY_CONTRACT, isHidden: true };
