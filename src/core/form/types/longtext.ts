/** Several lines of words. */

import { WORDS } from './families/words.ts';
import type { FieldType } from './fieldType.ts';

export const longtext: FieldType = { ...WORDS, personal: 'words', weight: 'wide' };
