/** Change log of reference data, newest first. */
import { Skeleton } from '@mantine/core';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ReferenceEvent } from '../../../core/generated/api.ts';
import { instant } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { DotSeparated } from '../../theme/RecordName.tsx';
import { Dialog } from '../../widgets/controls/Dialog.tsx';

type Event = Pick<ReferenceEvent, 'at' | 'by' | 'action' | 'id'>;

interface Props<T extends Event> {
  queryKey: QueryKey;
  read: () => Promise<T[]>;
  describe: (event: T) => string;
  onClose: () => void;
}

export function ReferenceHistory<T extends Event>({ queryKey, read, describe, onClose }: Props<T>) {
  const { t } = useTranslation('admin');
  const history = useQuery({ queryKey, queryFn: read, staleTime: 0 });
  return (
    <Dialog title={t('tables.history')} size="lg" onClose={onClose}>
      {history.isPending && <Skeleton height={120} />}
      {history.error && <FailureNote error={history.error} />}
      {history.data?.length === 0 && <p className="am-after am-dimmed">{t('tables.noHistory')}</p>}
      <ol className="am-rows">
        {history.data?.map((event) => (
          <li key={`${event.at} ${event.action} ${event.id}`} className="am-column" data-action={event.action}>
            <span>{describe(event)}</span>
            <span className="am-hint">
              <DotSeparated parts={[<bdi key="by">{event.by.name}</bdi>, instant(event.at)]} />
            </span>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
