import { useTimeout } from '@mantine/hooks';
import { useState, useSyncExternalStore } from 'react';
import { sessionMark } from '../../offline/store/session.ts';
import { storeBeingOpened } from '../../offline/wire.ts';

/** Milliseconds after which a store that the browser does not give is waited for no longer. */
const LONGEST = 15_000;

/** Returns true while there is no store yet, but will be: the one that a login opened is read a moment after the first screen. */
export function useStoreOpening(): boolean {
  const isOpening = useSyncExternalStore(storeBeingOpened.subscribe, storeBeingOpened.get) !== undefined;
  const [isLate, setLate] = useState(false);
  useTimeout(() => setLate(true), LONGEST, { autoInvoke: true });
  return isOpening || (sessionMark.get() !== null && !isLate);
}
