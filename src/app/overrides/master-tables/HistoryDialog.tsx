/** Who changed what in a master table, newest first. */
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { instant, isolate, nameOf } from '../../data/words.ts';
import { Dialog } from '../../shell/Dialog.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { type Entry, type TableEvent, tableKeys, tablesApi } from './api.ts';
import classes from './MasterTables.module.css';

interface Props {
  list: string;
  entries: ReadonlyMap<string, Entry>;
  onClose: () => void;
}

export function HistoryDialog({ list, entries, onClose }: Props) {
  const { t } = useTranslation('admin');
  const history = useQuery({ queryKey: tableKeys.history(list), queryFn: () => tablesApi.history(list), staleTime: 0 });
  const said = (event: TableEvent) => {
    const { before, after, into } = event.detail;
    const now = event.id ? nameOf(entries.get(event.id)) : '';
    const was = before && nameOf(before);
    const next = after && nameOf(after);
    const renamed = event.action === 'choice_changed' && was && next && was !== next;
    return t(renamed ? 'events.renamed' : `events.${event.action}`, {
      name: isolate(renamed ? was : (next ?? now) || now),
      next: isolate(next ?? ''),
      into: isolate(into ? nameOf(entries.get(into)) : ''),
    });
  };
  return (
    <Dialog title={t('tables.history')} size="lg" onClose={onClose}>
      {history.isPending && <Skeleton height={120} />}
      {history.error && <FailureNote error={history.error} />}
      {history.data?.length === 0 && <p className={classes.lead}>{t('tables.noHistory')}</p>}
      <ol className={classes.history}>
        {history.data?.map((event) => (
          <li key={`${event.at} ${event.action} ${event.id}`}>
            <span>{said(event)}</span>
            <span className={classes.dim}>
              {event.by.name} · {instant(event.at)}
            </span>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
