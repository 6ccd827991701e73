/** Text between questions. It stores nothing. */
import type { FieldType } from '../fieldType.ts';

export const note: FieldType = {
  parts: {},
  looks: ['heading'],
  text: () => '',
  isEmpty: () => true,
  isWide: true,
};
