/** Files of any accepted kind. */

import type { FieldType } from '../fieldType.ts';
import { ATTACHMENT } from './family.ts';

export const file: FieldType = { icon: 'paperclip', group: 'files', ...ATTACHMENT };
