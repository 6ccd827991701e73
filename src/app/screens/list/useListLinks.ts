/** Returns where else a list leads: lists of what belongs to its records, its figures and the search by single questions. */
import { useTranslation } from 'react-i18next';
import { searchPath } from '../../../core/paths/screens.ts';
import { useForms } from '../../data/queries.ts';
import { text } from '../../data/words.ts';
import { useRecordListContext } from './RecordListContext.ts';

interface ListLink {
  to: string;
  icon: string;
  label: string;
}

export function useListLinks(): ListLink[] {
  const { t } = useTranslation();
  const forms = useForms();
  const { entry, form } = useRecordListContext();
  const related = (form.definition.list.buttons ?? []).flatMap(
    // A list that this person may never see is not offered.
    (button) => forms.data?.find((other) => other.form === button.form && other.may.view) ?? [],
  );
  const { figures } = entry.paths;
  return [
    ...related.map(({ paths, icon, plural }) => ({ to: paths.list, icon: icon ?? 'file', label: text(plural) })),
    ...(figures ? [{ to: figures, icon: 'chart-bar', label: text(form.definition.figures?.title) }] : []),
    { to: searchPath(entry.paths), icon: 'search', label: t('list.search') },
  ];
}
