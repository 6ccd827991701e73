/** Why there is no local database, and what to do: it is set up at login, with the password, which is not kept. */
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { canHaveStores, sessionMark } from '../../offline/store/session.ts';
import { storeOpening } from '../../offline/wire.ts';
import { Loading } from '../../shell/Loading.tsx';
import { BarLink } from '../../shell/TopBar.tsx';

export function NotSetUp() {
  const { t } = useTranslation('offline');
  const isOpening = useSyncExternalStore(storeOpening.subscribe, storeOpening.get);
  // The store that the login opened is read a moment after the first screen.
  if (isOpening || sessionMark.get()) return <Loading />;
  return (
    <>
      <p>{t('settings.notReady')}</p>
      <p className="am-hint">{t(canHaveStores() ? 'settings.atLogin' : 'settings.unsupported')}</p>
      {canHaveStores() && (
        <BarLink to="/logout" icon="logout" primary>
          {t('sync.logIn')}
        </BarLink>
      )}
    </>
  );
}
