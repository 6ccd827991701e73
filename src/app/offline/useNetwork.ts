/** Whether this device reaches the server, as far as the browser and the latest request know. */
import { useSyncExternalStore } from 'react';
import { networkLost, serverReached } from '../data/signals.ts';

let isLost = typeof navigator !== 'undefined' && navigator.onLine === false;
const watchers = new Set<() => void>();

function set(value: boolean): void {
  if (isLost === value) return;
  isLost = value;
  for (const watcher of watchers) watcher();
}

networkLost.listen(() => set(true));
serverReached.listen(() => set(false));
if (typeof window !== 'undefined') {
  window.addEventListener('offline', () => set(true));
  window.addEventListener('online', () => set(false));
}

/** Returns true from the first request without a response until the network is back. */
export function useIsNetworkLost(): boolean {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => isLost,
  );
}

/** Returns true if the phone says that it has neither mobile data nor another network. Other devices do not say. */
export function isMobileDataOff(): boolean {
  const { connection } = navigator as Navigator & { connection?: { type?: string } };
  return connection?.type === 'none';
}
