/** Several lines of words. */

import type { FieldType } from '../fieldType.ts';
import { WORDS } from './family.ts';

export const longtext: FieldType = { ...WORDS, personal: 'words', weight: 'wide' };
