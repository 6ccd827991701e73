/** How to install the app on this device: the browser's own question, or where its menu has it. */
import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { appInstall } from '../../offline/appInstall.ts';
import { Icon } from '../../theme/Icon.tsx';
import classes from './Settings.module.css';

export function InstallSettings() {
  const { t } = useTranslation();
  const isOffered = useSyncExternalStore(appInstall.subscribe, appInstall.isOffered);
  if (appInstall.isInstalled()) return null;
  return (
    <section className={`am-card am-after ${classes.panel}`}>
      <h2>{t('install.title')}</h2>
      {isOffered && (
        <Button leftSection={<Icon name="download" />} onClick={() => void appInstall.ask()}>
          {t('install.act')}
        </Button>
      )}
      <p className={`am-hint ${classes.hint} am-above-2`}>
        {t('install.why')} {!isOffered && t('install.menu')}
      </p>
    </section>
  );
}
