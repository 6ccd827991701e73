/** Offers, after a save that did not reach the server, to switch to offline mode and to save on this device. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOffline } from '../../offline/context.ts';
import { isOfflineReady } from '../../offline/ready.ts';
import AskDialog from '../../shell/AskDialog.tsx';
import { useSwitchMode } from '../../shell/offline/useSwitchMode.ts';

export default function OfferOffline({ onSave }: { onSave: () => void }) {
  const { t } = useTranslation('offline');
  const offline = useOffline();
  const switchMode = useSwitchMode();
  const [isClosed, setClosed] = useState(false);
  const change = useMutation({
    mutationFn: () => switchMode('offline'),
    onSuccess: () => {
      setClosed(true);
      onSave();
    },
  });
  if (isClosed || offline.mode === 'offline' || !isOfflineReady(offline)) return null;
  return (
    <AskDialog
      title={t('submit.title')}
      question={t('submit.text')}
      action={t('submit.switch')}
      cancel={t('mode.later')}
      isDangerous={false}
      busy={change.isPending}
      error={change.error}
      onDo={() => change.mutate()}
      onClose={() => setClosed(true)}
    />
  );
}
