/** Gives the screens the offline engine as soon as the store of an account is open. Until then they work online only. */
import { type ReactNode, useEffect, useState } from 'react';
import { NO_ENGINE, OfflineContext, type OfflineEngine } from './context.ts';
import { onStoreOpen } from './wire.ts';

interface Props {
  /** The engine, if the page began in offline mode. */
  first: OfflineEngine | undefined;
  start: () => Promise<OfflineEngine>;
  children: ReactNode;
}

export function OfflineProvider({ first, start, children }: Props) {
  const [engine, setEngine] = useState(first ?? NO_ENGINE);
  useEffect(() => {
    if (first) return;
    let begun = false;
    return onStoreOpen(() => {
      if (begun) return;
      begun = true;
      start().then(setEngine, (error: unknown) => {
        begun = false;
        console.warn('offline work is not available', error);
      });
    });
  }, [first, start]);
  return <OfflineContext value={engine}>{children}</OfflineContext>;
}
