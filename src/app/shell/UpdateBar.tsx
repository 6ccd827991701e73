/** Says that a newer build of the app is ready, never while a form is open. The page reloads only when the user agrees. */
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { appUpdate, reloadNewest } from '../offline/appUpdate.ts';

export function UpdateBar() {
  const { t } = useTranslation();
  const isReady = useSyncExternalStore(appUpdate.subscribe, appUpdate.isReady);
  const [answer, setAnswer] = useState<'now' | 'later'>();
  if (!isReady || answer === 'later') return null;
  const reload = () => {
    setAnswer('now');
    void reloadNewest();
  };
  return (
    <div className="am-page-bar" data-update="" role="status">
      <span>{t('update.ready')}</span>
      <button type="button" disabled={answer === 'now'} onClick={reload}>
        {t('update.take')}
      </button>
      <button type="button" className="am-quiet" disabled={answer === 'now'} onClick={() => setAnswer('later')}>
        {t('update.later')}
      </button>
    </div>
  );
}
