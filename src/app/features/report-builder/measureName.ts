/** What a number is called in the builder. */
import { text } from '../../data/words.ts';
import type { Builder } from './context.ts';
import type { DraftBlock, DraftMeasure } from './draft.ts';

/** Returns what a number is called: its own title, else what it counts. */
export function measureName(
  { title, of = 'count', rate, plus, forms = [] }: DraftMeasure,
  _block: DraftBlock,
  { forms: all }: Pick<Builder, 'forms'>,
  t: (key: string) => string,
): string {
  const own = title && text(title);
  if (own) return own;
  const kind = t(`measure.kinds.${rate ? 'rate' : plus ? 'plus' : of}`);
  const form = all.find((one) => one.form === forms[0]);
  return form ? `${kind}: ${text(form.plural)}` : kind;
}
