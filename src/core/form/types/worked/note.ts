/** Text between questions. It stores nothing. */
import type { FieldType } from '../fieldType.ts';

export const note: FieldType = { parts: {}, text: () => '', isEmpty: () => true, isWide: true };
