/** Words between questions; stores nothing. */
import type { FieldType } from './fieldType.ts';

export const note: FieldType = {
  text: () => '',
  columns: () => [],
  operators: [],
  isEmpty: () => true,
};
