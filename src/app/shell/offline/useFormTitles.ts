import { isolateName } from '../../../core/text/languages.ts';
import { useForms } from '../../data/queries.ts';
import { comma, text } from '../../data/words.ts';

/** Returns the titles of forms in one text. Where a title is not known, the name of the form. */
export function useFormTitles(names: readonly string[]): string {
  const forms = useForms().data ?? [];
  const titles = names.map((name) => isolateName(text(forms.find(({ form }) => form === name)?.title) || name));
  return titles.join(comma());
}
