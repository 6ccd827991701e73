/** Whether this device reaches the server, as far as the browser and the latest request know. */
import { useSyncExternalStore } from 'react';
import { networkLost, serverReached } from '../data/signals.ts';
import { watchedValue } from '../data/watchedValue.ts';

const isLost = watchedValue(typeof navigator !== 'undefined' && navigator.onLine === false);

networkLost.listen(() => isLost.set(true));
serverReached.listen(() => isLost.set(false));
if (typeof window !== 'undefined') {
  window.addEventListener('offline', () => isLost.set(true));
  window.addEventListener('online', () => isLost.set(false));
}

/** Returns true from the first request without a response until the network is back. */
export function useIsNetworkLost(): boolean {
  return useSyncExternalStore(isLost.subscribe, isLost.get);
}

/** Returns true if the phone says that it has neither mobile data nor another network. Other devices do not say. */
export function isMobileDataOff(): boolean {
  const { connection } = navigator as Navigator & { connection?: { type?: string } };
  return connection?.type === 'none';
}
