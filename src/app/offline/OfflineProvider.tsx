/** Gives the screens the offline engine as soon as the store of an account is open. Until then they work online only. */
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { OfflineContext, type OfflineEngine, ONLINE_ONLY_ENGINE } from './context.ts';
import { sessionMark } from './store/session.ts';
import { onStoreOpen } from './wire.ts';

interface Props {
  /** The engine, if the page began in offline mode. */
  first: OfflineEngine | undefined;
  start: () => Promise<OfflineEngine>;
  children: ReactNode;
}

export function OfflineProvider({ first, start, children }: Props) {
  const [engine, setEngine] = useState(first);
  const begun = useRef<Promise<OfflineEngine | undefined>>(undefined);
  const begin = useCallback(() => {
    begun.current ??= start().then(
      (started) => {
        setEngine(started);
        return started;
      },
      (error: unknown) => {
        begun.current = undefined;
        console.warn('offline work is not available', error);
        return undefined;
      },
    );
    return begun.current;
  }, [start]);
  useEffect(() => (first ? undefined : onStoreOpen(() => void begin())), [first, begin]);
  const value = useMemo(
    () => engine ?? { ...ONLINE_ONLY_ENGINE, opened: async () => (sessionMark.get() ? begin() : undefined) },
    [engine, begin],
  );
  return <OfflineContext value={value}>{children}</OfflineContext>;
}
