/** What the login page says about the local database: that it is used, and that it was reset. */
import { Alert, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { connectionMode } from '../../data/device/mode.ts';
import { number } from '../../data/words.ts';
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
          connectionMode.set('online');
          onOnline();
        }}
      >
        {t('login.goOnline')}
      </Button>
    </Alert>
  );
}

/** The sentence after a reset. `left`: accounts that stay, because something of them is unsent. */
export function useResetText(): (left: number) => string {
  const { t } = useTranslation();
  return (left) => (left ? t('login.reset.left', { accounts: number(left) }) : t('login.reset.done'));
}
