/**
 * Shows, on whatever screen the person is, the question for the earlier password when it is needed, and that the browser removed
 * the local database.
 */
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyComponent } from '../../data/onDemand.tsx';
import { storeDropped } from '../../data/signals.ts';
import { lockedStoreOfLogin } from '../../offline/wire.ts';
import { toast } from '../../shell/toasts/toast.tsx';

const EarlierPassword = lazyComponent(() => import('./EarlierPassword.tsx'));

export function StoreTrouble() {
  const { t } = useTranslation();
  useEffect(() => {
    const stop = storeDropped.listen(() => toast('error', t('login.local.dropped')));
    return () => {
      stop();
    };
  }, [t]);
  const trouble = useSyncExternalStore(lockedStoreOfLogin.subscribe, lockedStoreOfLogin.get);
  return trouble ? <EarlierPassword key={trouble.account.id} trouble={trouble} /> : null;
}
