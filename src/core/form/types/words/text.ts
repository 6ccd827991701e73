/** One line of words. */

import type { FieldType } from '../fieldType.ts';
import { WORDS } from './family.ts';

export const text: FieldType = { ...WORDS, personal: 'words' };
