/** Shows the changes of a choice list's entries as text. */

import { useTranslation } from 'react-i18next';
import type { ChoiceItem } from '../../../core/generated/api.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { nameOf } from '../../data/words.ts';
import { type ChoiceItemEvent, choiceListKeys, choiceListsApi } from './api.ts';
import { ReferenceHistory } from './ReferenceHistory.tsx';

interface Props {
  list: string;
  entries: ReadonlyMap<string, ChoiceItem>;
  onClose: () => void;
}

export function EntryHistory({ list, entries, onClose }: Props) {
  const { t } = useTranslation('admin');
  const describe = (event: ChoiceItemEvent) => {
    const { before, after, into } = event.detail;
    const now = event.id ? nameOf(entries.get(event.id)) : '';
    const was = before && nameOf(before);
    const next = after && nameOf(after);
    const renamed = event.action === 'choice_changed' && was && next && was !== next;
    return t(renamed ? 'events.renamed' : `events.${event.action}`, {
      name: isolateName(renamed ? was : (next ?? now) || now),
      next: isolateName(next ?? ''),
      into: isolateName(into ? nameOf(entries.get(into)) : ''),
    });
  };
  return (
    <ReferenceHistory
      queryKey={choiceListKeys.history(list)}
      read={() => choiceListsApi.history(list)}
      describe={describe}
      onClose={onClose}
    />
  );
}
