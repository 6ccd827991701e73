/** A stored value that nobody is asked for. */

import type { FieldType } from '../fieldType.ts';
import { BY_CONTRACT } from './family.ts';

export const hidden: FieldType = {
  icon: 'lock',
  group: 'worked',
  ...BY_CONTRACT,
  writes: ({ rowOf }) => (rowOf ? 'id' : 'text'),
  isHidden: true,
};
