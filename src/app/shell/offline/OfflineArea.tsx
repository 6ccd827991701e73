/** The strip about offline work, if there is something to say. It is loaded ahead, because it is needed without network. */
import { useEffect } from 'react';
import { lazyComponent } from '../../data/onDemand.tsx';
import { useIsLoggedIn } from '../../data/queries.ts';
import { isSyncing, type OfflineState, useOfflineState } from '../../offline/context.ts';
import { isOfflineReady } from '../../offline/ready.ts';
import { useIsNetworkLost } from '../../offline/useNetwork.ts';
import { SwitchDialog } from './SwitchButton.tsx';

const ModeStrip = lazyComponent(() => import('./ModeStrip.tsx'), { words: ['offline'] });

export const preloadStrip = () => ModeStrip.preload();

/** Milliseconds after which the first screen has what it needs. */
const AHEAD_MS = 5000;

export function OfflineArea() {
  const isSupported = useOfflineState((offline) => offline.isSupported);
  const isReadyHere = useOfflineState((offline) => offline.isSupported && isOfflineReady(offline));
  const hasNews = useOfflineState(hasSomethingToSay);
  const isLost = useIsNetworkLost();
  const loggedIn = useIsLoggedIn();
  useEffect(() => {
    if (!isReadyHere) return;
    const timer = setTimeout(() => {
      void preloadStrip();
      void SwitchDialog.preload();
    }, AHEAD_MS);
    return () => clearTimeout(timer);
  }, [isReadyHere]);
  const isNeeded = hasNews || (isLost && isReadyHere);
  return isSupported && loggedIn && isNeeded ? <ModeStrip /> : null;
}

const hasSomethingToSay = (offline: OfflineState) =>
  offline.mode === 'offline' ||
  offline.operations.length > 0 ||
  offline.newerForms.length > 0 ||
  offline.noRoom !== undefined ||
  offline.preparation.is === 'running' ||
  isSyncing(offline);
