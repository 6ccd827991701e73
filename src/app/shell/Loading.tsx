/** Shown while a screen or its first data is loading. */
import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Screen } from './Screen.tsx';

export function Loading() {
  const { t } = useTranslation();
  return (
    <Screen name="loading" title={t('loading')} quietTitle>
      <div role="status" aria-label={t('loading')}>
        <Skeleton height={30} width="min(20rem, 60%)" mb="lg" />
        {['a', 'b', 'c', 'd', 'e'].map((row) => (
          <Skeleton key={row} height={44} mb="xs" />
        ))}
      </div>
    </Screen>
  );
}
