/** The thin bar at the top while requests are running. */
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { requestProgress } from '../data/signals.ts';
import classes from './bars.module.css';

export function ProgressBar() {
  const { t } = useTranslation();
  const running = useSyncExternalStore(requestProgress.subscribe, () => requestProgress.running() > 0);
  return running ? <div role="progressbar" aria-label={t('working')} className={classes.progress} /> : null;
}
