/** Finds forms that the user may see, by words in any of the three languages, folded. A pure function. */
import type { Navigation } from '../../../core/definitions/types.ts';
import type { FormEntry } from '../../../core/generated/api.ts';
import { foldText } from '../../../core/text/letters.ts';

export interface FormResult {
  entry: FormEntry;
  department: Navigation['departments'][number] | undefined;
}

/** All words must occur in the names of the form or its department. Names that begin with the first word come first. */
export function findForms(
  text: string,
  forms: readonly FormEntry[],
  departments: Navigation['departments'],
): FormResult[] {
  const words = foldText(text).split(' ').filter(Boolean);
  const found = forms.flatMap((entry) => {
    if (!entry.may.view) return [];
    const department = departments.find((one) => one.items.some((item) => item.form === entry.form));
    const names = [...Object.values(entry.plural), ...Object.values(entry.title)].map((name) => foldText(name ?? ''));
    const hay = [
      ...names,
      ...Object.values(department?.title ?? {}).map((name) => foldText(name ?? '')),
      entry.form,
    ].join(' ');
    if (!words.every((word) => hay.includes(word))) return [];
    return [{ entry, department, rank: names.some((name) => name.startsWith(words[0] ?? '')) ? 0 : 1 }];
  });
  return found.sort((a, b) => a.rank - b.rank).map(({ entry, department }) => ({ entry, department }));
}
