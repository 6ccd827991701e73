/** Files of any accepted kind. */

import type { FieldType } from '../fieldType.ts';
import { FILE_TYPE_BASE } from './family.ts';

export const file: FieldType = { icon: 'paperclip', group: 'files', ...FILE_TYPE_BASE };
