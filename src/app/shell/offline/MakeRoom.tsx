/** A button that makes room on a full device, after a dialog that says what leaves it and what stays. */
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../data/words.ts';
import { type FreeableSpace, useOffline } from '../../offline/context.ts';
import { Dialog, DialogButtons } from '../../widgets/controls/Dialog.tsx';
import { toast, toasts } from '../toasts/toast.tsx';
import { formatBytes } from './words.ts';

/** Renders nothing without a store: nothing of this account is on the device then. */
export default function FreeUpSpace() {
  const { t } = useTranslation('offline');
  const { store } = useOffline();
  const [isAsked, setAsked] = useState(false);
  if (!store) return null;
  const ask = () => {
    setAsked(true);
    // The message that brought the person here would lie over the buttons.
    void toasts().then((shown) => shown.clean());
  };
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={ask}>
        {t('room.do')}
      </Button>
      {isAsked && <RoomDialog onClose={() => setAsked(false)} />}
    </>
  );
}

function RoomDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['offline', 'app']);
  const { room, makeRoom } = useOffline();
  const client = useQueryClient();
  const found = useQuery({
    queryKey: ['offline', 'room'],
    queryFn: room,
    staleTime: 0,
    gcTime: 0,
    networkMode: 'always',
  });
  const make = useMutation({
    mutationFn: makeRoom,
    networkMode: 'always',
    onSuccess() {
      toast('success', t('room.done'));
      void client.invalidateQueries();
      onClose();
    },
  });
  const leaving = found.data && leavingOf(found.data, t);
  return (
    <Dialog title={t('room.title')} onClose={onClose}>
      {!leaving && !found.error && <p role="status">{t('app:loading')}</p>}
      {leaving?.length === 0 && <p>{t('room.none')}</p>}
      {leaving && leaving.length > 0 && (
        <>
          <p>{t('room.goes')}</p>
          <ul data-leaving style={{ listStyle: 'disc', paddingInlineStart: '1.25rem' }}>
            {leaving.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
          <p>{t('room.stays')}</p>
          <p className="am-hint">{t('room.back')}</p>
        </>
      )}
      {(found.error ?? make.error) && <p role="alert">{t('app:error.storeFailed')}</p>}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {t('app:cancel')}
        </Button>
        {leaving && leaving.length > 0 && (
          <Button loading={make.isPending} onClick={() => make.mutate()}>
            {t('room.do')}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}

function leavingOf({ files, bytes: size, records, months, versions }: FreeableSpace, t: TFunction<['offline', 'app']>) {
  return [
    ...(files > 0 ? [t('room.files', { files: number(files), size: formatBytes(size) })] : []),
    ...(records > 0 ? [t('room.records', { records: number(records), months: number(months) })] : []),
    ...(versions > 0 ? [t('room.versions', { versions: number(versions) })] : []),
  ];
}
