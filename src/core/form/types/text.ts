/** One line of words. */

import { WORDS } from './families/words.ts';
import type { FieldType } from './fieldType.ts';

export const text: FieldType = { ...WORDS, personal: 'words' };
