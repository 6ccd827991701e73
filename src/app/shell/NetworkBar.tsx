/**
 * Bar at the top if a request got no response or the device goes offline: 5 s, then a fade of 0.5 s. It is red, but calm while
 * nothing is lost: over a form whose draft is kept. There is none in offline mode and on a device that can go on without network.
 */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { connectionMode } from '../data/device/mode.ts';
import { draftIsStored, networkLost } from '../data/signals.ts';
import { useOfflineState } from '../offline/context.ts';
import { isOfflineReady } from '../offline/ready.ts';
import { Icon } from '../theme/Icon.tsx';
import classes from './bars.module.css';

const NETWORK_BAR_MS = 5000;
const NETWORK_FADE_MS = 500;

export function NetworkBar() {
  const { t } = useTranslation();
  const isOffline = useOfflineState((offline) => offline.mode === 'offline');
  const canGoOn = useOfflineState(isOfflineReady);
  const [shown, setShown] = useState<'no' | 'yes' | 'fading'>('no');
  const [isCalm, setCalm] = useState(false);
  useEffect(() => {
    let timers: ReturnType<typeof setTimeout>[] = [];
    const clear = () => {
      for (const timer of timers) clearTimeout(timer);
      timers = [];
    };
    const lost = () => {
      // Who goes online again within these seconds does not read of what was known before.
      if (connectionMode.get() === 'offline') return;
      clear();
      setCalm(draftIsStored.get());
      setShown('yes');
      timers = [
        setTimeout(() => setShown('fading'), NETWORK_BAR_MS),
        setTimeout(() => setShown('no'), NETWORK_BAR_MS + NETWORK_FADE_MS),
      ];
    };
    const stop = networkLost.listen(lost);
    window.addEventListener('offline', lost);
    return () => {
      stop();
      window.removeEventListener('offline', lost);
      clear();
    };
  }, []);
  // Where work can go on without network, the strip below the navbar says so.
  if (isOffline || canGoOn) return null;
  return (
    <div
      role={isCalm ? 'status' : 'alert'}
      data-calm={isCalm || undefined}
      className={`${classes.network} am-amid am-gap-2 am-strong`}
      data-shown={shown}
      style={{ transitionDuration: `${NETWORK_FADE_MS}ms` }}
    >
      {shown !== 'no' && (
        <>
          <Icon name="wifi-off" size={18} /> {t('networkLost')} {isCalm && t('networkKept')}
        </>
      )}
    </div>
  );
}
