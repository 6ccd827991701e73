/** What a number is called in the builder. */
import { text } from '../../data/words.ts';
import type { ReportBuilder } from './context.ts';
import type { DraftMeasure } from './draft.ts';
import { measureKindOf } from './measureKind.ts';

/** Returns what a number is called: its own title, else what it counts. */
export function measureName(
  measure: DraftMeasure,
  { forms }: Pick<ReportBuilder, 'forms'>,
  t: (key: string) => string,
): string {
  const own = measure.title && text(measure.title);
  if (own) return own;
  const kind = t(`measure.kinds.${measureKindOf(measure)}`);
  const form = forms.find((one) => one.form === measure.forms?.[0]);
  return form ? `${kind}: ${text(form.plural)}` : kind;
}
