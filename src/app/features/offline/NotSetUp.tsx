/** Why there is no local database, and what to do: it is set up at login, with the password, which is not kept. */
import { useTranslation } from 'react-i18next';
import { canHaveStores } from '../../offline/store/session.ts';
import { Loading } from '../../shell/Loading.tsx';
import { BarLink } from '../../shell/TopBar.tsx';
import { useStoreOpening } from './useStoreOpening.ts';

export function OfflineNotSetUp() {
  const { t } = useTranslation('offline');
  const isOpening = useStoreOpening();
  if (isOpening) return <Loading />;
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
