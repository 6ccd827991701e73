/** A stored value that nobody is asked for. */

import type { FieldType } from '../fieldType.ts';
import { CONTRACT_TYPE_BASE } from './family.ts';

export const hidden: FieldType = {
  icon: 'lock',
  group: 'worked',
  ...CONTRACT_TYPE_BASE,
  writes: ({ rowOf }) => (rowOf ? 'id' : 'text'),
  isHidden: true,
};
