/** Programmes that a questionnaire may belong to: those that have forms. */
import type { Navigation } from '../../../core/definitions/types.ts';
import type { FormEntry } from '../../../core/generated/api.ts';
import { text } from '../../data/words.ts';
import type { SelectItem } from '../drafting/fields.tsx';

export function programmeItems(
  forms: readonly Pick<FormEntry, 'programme'>[],
  departments: Navigation['departments'] = [] as unknown as Navigation['departments'],
): SelectItem[] {
  return [...new Set(forms.flatMap(({ programme }) => programme ?? []))]
    .map((value) => ({ value, label: text(departments.find((one) => one.id === value)?.title) || value }))
    .sort((a, b) => a.label.localeCompare(b.label));
}
