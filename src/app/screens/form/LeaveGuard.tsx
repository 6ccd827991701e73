/** Asks before the user leaves a changed form, and keeps the draft, so that no answers are lost. */
import { type RefObject, useCallback, useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { appUpdate } from '../../offline/appUpdate.ts';
import { flushTyping } from '../../widgets/controls/useTypedText.ts';
import type { FormStore } from '../../widgets/store.ts';
import type { DraftSaving } from './draft/useAutosave.ts';
import { AskLeaving } from './SaveBar.tsx';

interface LeavingProps {
  store: FormStore;
  keeping: DraftSaving;
  /** True once the form was saved or discarded. */
  left: RefObject<boolean>;
}

export function LeaveGuard({ store, keeping, left }: LeavingProps) {
  // An expired session goes to the login page without asking. The draft is kept, and logging in returns to it.
  const blocker = useBlocker(
    useCallback(
      ({ currentLocation, nextLocation }) =>
        store.changed &&
        !left.current &&
        nextLocation.pathname !== '/login' &&
        // Another step of this form.
        nextLocation.pathname + nextLocation.search !== currentLocation.pathname + currentLocation.search,
      [store, left],
    ),
  );
  useEffect(appUpdate.wait, []);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      flushTyping();
      keeping.flush();
      if (store.changed && !left.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [store, left, keeping.flush]);
  if (blocker.state !== 'blocked') return null;
  return (
    <AskLeaving
      onStay={() => blocker.reset()}
      isKept={keeping.state !== 'failed'}
      onLeave={() => {
        flushTyping();
        keeping.flush();
        blocker.proceed();
      }}
      onDiscard={() => {
        left.current = true;
        void keeping.forget().finally(() => blocker.proceed());
      }}
    />
  );
}
