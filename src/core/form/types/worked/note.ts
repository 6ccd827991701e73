/** Text between questions. It stores nothing. */
import type { FieldType } from '../fieldType.ts';

export const note: FieldType = {
  icon: 'info-circle',
  group: 'worked',

  parts: {},
  looks: ['heading'],
  text: () => '',
  isEmpty: () => true,
  isWide: true,
};
