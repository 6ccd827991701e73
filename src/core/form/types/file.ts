/** Files of any accepted kind. */
import { ATTACHMENT } from './families/attachment.ts';
import type { FieldType } from './fieldType.ts';

export const file: FieldType = ATTACHMENT;
