/** What a place of the outline is called, in the language of who writes. */
import type { OutlineRow } from '../../../core/edit/outline.ts';
import { text } from '../../data/words.ts';

export function titleOf({ title, key }: OutlineRow): string {
  return text(title) || key.slice(key.indexOf(':') + 1);
}
