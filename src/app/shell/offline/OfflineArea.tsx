/** The strip about offline work, if there is something to say. It is loaded ahead, because it is needed without network. */
import { useEffect } from 'react';
import { onDemand } from '../../data/onDemand.tsx';
import { useIsLoggedIn } from '../../data/queries.ts';
import { useOffline } from '../../offline/context.ts';
import { isReady } from '../../offline/ready.ts';
import { useIsNetworkLost } from '../../offline/useNetwork.ts';
import { SwitchDialog } from './SwitchButton.tsx';

const ModeStrip = onDemand(() => import('./ModeStrip.tsx'), { words: ['offline'] });

/** Milliseconds after which the first screen has what it needs. */
const AHEAD_MS = 5000;

export function OfflineArea() {
  const offline = useOffline();
  const isLost = useIsNetworkLost();
  const loggedIn = useIsLoggedIn();
  const isReadyHere = offline.isSupported && isReady(offline);
  useEffect(() => {
    if (!isReadyHere) return;
    const timer = setTimeout(() => {
      ModeStrip.preload();
      SwitchDialog.preload();
    }, AHEAD_MS);
    return () => clearTimeout(timer);
  }, [isReadyHere]);
  const { mode, newerForms, noRoom, operations, preparation, sync } = offline;
  const isNeeded =
    mode === 'offline' ||
    operations.length > 0 ||
    newerForms.length > 0 ||
    noRoom !== undefined ||
    sync.running ||
    sync.progress !== undefined ||
    preparation.is === 'running' ||
    (isLost && isReadyHere);
  return offline.isSupported && loggedIn && isNeeded ? <ModeStrip /> : null;
}
