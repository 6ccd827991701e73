/** Shown in place of a screen that could not be rendered or loaded. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { reloadNewest } from '../offline/appUpdate.ts';
import { Screen } from './Screen.tsx';

export function BrokenScreen({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <Screen name="error" title={t('error.unexpected')} width="narrow">
      <p>{t('error.screenBroken')}</p>
      <Button onClick={onRetry}>{t('retry')}</Button>{' '}
      <Button variant="outline" onClick={() => void reloadNewest()}>
        {t('reload')}
      </Button>
    </Screen>
  );
}
