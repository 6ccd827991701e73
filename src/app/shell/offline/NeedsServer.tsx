/** What stands in offline mode where something needs the server: a whole screen, a chart or a map. */
import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOffline } from '../../offline/context.ts';
import { Icon } from '../../theme/Icon.tsx';
import { Screen } from '../Screen.tsx';
import { SwitchButton } from './SwitchButton.tsx';

/** A screen that is shown in online mode only. `isChart`: it shows nothing but figures. */
export function OnlineOnly({ isChart = false, children }: { isChart?: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  if (useOffline().mode === 'online') return children;
  return (
    <Screen name="needs-server" title={t(isChart ? 'error.offlineCharts' : 'error.offlineMode')} width="narrow">
      <p>{t(isChart ? 'error.offlineMode' : 'error.offlineModeText')}</p>
      <SwitchButton to="online" />
    </Screen>
  );
}

/** Shows a chart or map in online mode only. In offline mode it says why there is none. */
export function ChartsOnline({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  if (useOffline().mode === 'online') return children;
  return (
    <Alert color="gray" variant="light" icon={<Icon name="wifi-off" />} data-charts-offline>
      {t('error.offlineCharts')}
    </Alert>
  );
}
