/** Shown instead of a screen that needs the network: what is safe, and that the screen opens by itself (`refetchUnreached`). */
import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '../theme/Icon.tsx';

export function NoNetwork() {
  const { t } = useTranslation();
  return (
    <Alert
      color="lapis"
      variant="light"
      icon={<Icon name="wifi-off" />}
      title={t('error.noNetwork')}
      role="status"
      mb="md"
      data-no-network=""
    >
      {t('offline.waits')} {t('offline.safe')}
    </Alert>
  );
}
