/** What a place of the outline is called, in the language of who writes, and the icon of a question. */

import type { Field } from '../../../core/definitions/types.ts';
import type { OutlineRow } from '../../../core/edit/outline.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import { getOwn } from '../../../core/json.ts';
import { text } from '../../data/words.ts';

export function outlineRowTitle({ title, key }: OutlineRow): string {
  return text(title) || key.slice(key.indexOf(':') + 1);
}

/** A half-written draft may name a type that there is not. */
export function fieldTypeIcon({ type }: Pick<Field, 'type'>): string {
  return getOwn(FIELD_TYPES, type)?.icon ?? 'file';
}
