/** What a person chooses from: questions and columns in groups, forms by programme. */
import type { TFunction } from 'i18next';
import type { FormEntry, ReportSourceChoice } from '../../../core/generated/api.ts';
import type { Text } from '../../../core/text/languages.ts';
import { text } from '../../data/words.ts';
import type { SelectItem, SelectItemGroup } from '../drafting/fields.tsx';

type T = TFunction<'reportBuilder'>;

/** Returns the sources in groups: what every record has, each section of the form, then what records are about. */
export function sourceItems(
  sources: readonly ReportSourceChoice[],
  t: T,
  written = (source: ReportSourceChoice) => source.source,
): SelectItemGroup[] {
  const groups = new Map<string, SelectItem[]>();
  for (const source of sources) {
    const section = source.section ? text(source.section) : t('source.answer');
    const group = { record: t('source.record'), answer: section, parent: t('source.parent') }[source.group];
    const mark = source.restricted ? ` (${t('source.restricted')})` : '';
    groups.set(group, [...(groups.get(group) ?? []), { value: written(source), label: text(source.label) + mark }]);
  }
  return [...groups].map(([group, items]) => ({ group, items }));
}

export function formItems(forms: readonly FormEntry[], programme?: string): SelectItem[] {
  const isOwn = (one: FormEntry) => Number(one.programme !== programme);
  return [...forms]
    .sort((a, b) => isOwn(a) - isOwn(b) || text(a.plural).localeCompare(text(b.plural)))
    .map((one) => ({ value: one.form, label: text(one.plural) }));
}

/** Items that name themselves. */
export function namedItems(items: readonly { id: string; label: Text }[]): SelectItem[] {
  return items.map(({ id, label }) => ({ value: id, label: text(label) }));
}

/** Items whose words stand together in the words of the builder. */
export function wordItems(ids: readonly string[], words: string, t: T): SelectItem[] {
  return ids.map((id) => ({ value: id, label: t(`${words}.${id}`) }));
}
