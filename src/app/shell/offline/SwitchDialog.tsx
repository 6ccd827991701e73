/** Asks before the mode is switched. Without a prepared device it leads to the page that prepares it. */

import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { PREPARE_PATH } from '../../../core/paths/screens.ts';
import type { ConnectionMode } from '../../data/device/mode.ts';
import { isFormOpen } from '../../data/openForm.ts';
import { number } from '../../data/words.ts';
import { useOffline } from '../../offline/context.ts';
import { isOfflineReady } from '../../offline/ready.ts';
import AskDialog from '../AskDialog.tsx';
import { useSwitchMode } from './useSwitchMode.ts';

interface Props {
  to: ConnectionMode;
  /** Path that is opened in the new mode. */
  path?: string | undefined;
  onClose: () => void;
}

export default function SwitchDialog({ to, path, onClose }: Props) {
  const { t } = useTranslation(['offline', 'app']);
  const navigate = useNavigate();
  const offline = useOffline();
  const switchMode = useSwitchMode();
  const change = useMutation({
    mutationFn: () => switchMode(to),
    onSuccess: () => {
      onClose();
      if (path) navigate(path);
      // Offers to send what waits, unless the person is filling in a form.
      else if (to === 'online' && offline.operations.length > 0 && !isFormOpen()) navigate('/offline/sync');
    },
  });
  const waiting = number(offline.operations.length);
  if (to === 'offline' && !isOfflineReady(offline))
    return (
      <AskDialog
        title={t('prepare.none')}
        question={t('prepare.noneText')}
        action={t('settings.prepare')}
        isDangerous={false}
        onDo={() => {
          onClose();
          navigate(PREPARE_PATH);
        }}
        onClose={onClose}
      />
    );
  const records = number(Object.values(offline.counts).reduce((sum, count) => sum + count, 0));
  const question =
    to === 'offline'
      ? t('mode.askOfflineText', { records })
      : offline.operations.length > 0
        ? t('mode.askOnlineWaiting', { waiting })
        : t('mode.askOnlineText');
  return (
    <AskDialog
      title={t(to === 'offline' ? 'mode.askOffline' : 'mode.askOnline')}
      question={question}
      action={t(to === 'offline' ? 'app:nav.toOffline' : 'app:nav.toOnline')}
      isDangerous={false}
      busy={change.isPending}
      error={change.error}
      onDo={() => change.mutate()}
      onClose={onClose}
    />
  );
}
