/** Pictures. */
import { ATTACHMENT } from './families/attachment.ts';
import type { FieldType } from './fieldType.ts';

export const image: FieldType = { ...ATTACHMENT, weight: 'wide' };
