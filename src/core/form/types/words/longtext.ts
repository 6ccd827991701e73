/** Several lines of text. */

import type { FieldType } from '../fieldType.ts';
import { WORDS } from './family.ts';

export const longtext: FieldType = { ...WORDS, personal: 'words', weight: 'wide' };
