/** Words between questions; stores nothing. */
import type { FieldTypeCore } from './face.ts';

export const note: FieldTypeCore = {
  text: () => '',
  columns: () => [],
  operators: [],
  isEmpty: () => true,
};
