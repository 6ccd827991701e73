/** Who changed which place, newest first. */
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { instant, isolate } from '../../data/words.ts';
import { Dialog } from '../../shell/Dialog.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import classes from '../master-tables/MasterTables.module.css';
import { placeKeys, placesApi } from './api.ts';

export function PlaceHistory({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin');
  const history = useQuery({ queryKey: placeKeys.history, queryFn: placesApi.history, staleTime: 0 });
  return (
    <Dialog title={t('tables.history')} size="lg" onClose={onClose}>
      {history.isPending && <Skeleton height={120} />}
      {history.error && <FailureNote error={history.error} />}
      {history.data?.length === 0 && <p className={classes.lead}>{t('tables.noHistory')}</p>}
      <ol className={classes.history}>
        {history.data?.map((event) => (
          <li key={`${event.at} ${event.action} ${event.id}`} data-action={event.action}>
            <span>{t(`places.events.${event.action}`, { name: isolate(event.name), into: isolate(event.into) })}</span>
            <span className={classes.dim}>
              {event.by.name} · {instant(event.at)}
            </span>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
