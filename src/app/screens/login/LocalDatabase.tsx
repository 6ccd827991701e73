/** What the login page says about the local database: that it is used, and a reset where an account does not open. */
import { Alert, Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mode } from '../../data/mode.ts';
import { number } from '../../data/words.ts';
import type { LocalAccountReason } from '../../offline/store/index.ts';
import { AskDialog } from '../../shell/AskDialog.tsx';
import { Icon } from '../../theme/Icon.tsx';

/** Says that the app is in Offline mode, and leads back to the server. */
export function OfflineNote({ onOnline }: { onOnline: () => void }) {
  const { t } = useTranslation();
  return (
    <Alert color="blue" variant="light" icon={<Icon name="wifi-off" />} mb="md" role="status">
      <p style={{ margin: '0 0 0.75rem' }}>{t('login.offline')}</p>
      <Button
        variant="default"
        size="sm"
        onClick={() => {
          mode.set('online');
          onOnline();
        }}
      >
        {t('login.goOnline')}
      </Button>
    </Alert>
  );
}

const RESETTABLE: ReadonlySet<LocalAccountReason> = new Set(['unknown_user', 'dropped', 'damaged']);

/** Offers the reset of the local database where that helps. */
export function ResetOffer({ reason, onReset }: { reason: LocalAccountReason; onReset: (left: number) => void }) {
  const { t } = useTranslation();
  const [isAsked, setAsked] = useState(false);
  const [failure, setFailure] = useState<string>();
  const reset = useMutation({
    mutationFn: async () => {
      setFailure(undefined);
      const { resetDevice, resetFailure } = await import('../../offline/store/index.ts');
      return resetDevice().catch((error: unknown) => {
        setFailure(t(`login.reset.${resetFailure(error)}`));
        throw error;
      });
    },
    onSuccess: (left) => {
      setAsked(false);
      mode.set('online');
      onReset(left);
    },
  });
  if (!RESETTABLE.has(reason)) return null;
  return (
    <Group mb="md">
      <Button variant="outline" color="red" size="sm" onClick={() => setAsked(true)}>
        {t('login.reset.action')}
      </Button>
      {isAsked && (
        <AskDialog
          title={t('login.reset.action')}
          question={failure ? `${failure} ${t('login.reset.retry')}` : t('login.reset.ask')}
          action={failure ? t('retry') : t('login.reset.action')}
          isDangerous
          busy={reset.isPending}
          onDo={() => reset.mutate()}
          onClose={() => setAsked(false)}
        />
      )}
    </Group>
  );
}

/** The sentence after a reset. `left`: accounts that stay, because something of them is unsent. */
export function useResetText(): (left: number) => string {
  const { t } = useTranslation();
  return (left) => (left ? t('login.reset.left', { accounts: number(left) }) : t('login.reset.done'));
}
