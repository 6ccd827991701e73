/** Saves the open form as a draft: shortly after each change, and at once when the page is left or hidden. */
import { useEffect, useRef, useState } from 'react';
import { type Draft, type Filling, removeDraft, writeDraft } from '../../data/drafts.ts';
import { keptDraft } from '../../data/signals.ts';
import { flushTyping } from '../../widgets/controls/useTyped.ts';
import type { FormStore } from '../../widgets/store.ts';

/** Milliseconds after a change, and after a draft could not be written. */
const REST = 250;
const AGAIN = 10_000;

export type DraftState = 'none' | 'kept' | 'failed';

export interface DraftKeeping {
  state: DraftState;
  /** Writes the draft now. */
  flush: () => void;
  /** Removes the draft after saving or discarding. Nothing is written afterwards. */
  forget: () => Promise<void>;
}

export function useDraft(store: FormStore, about: Omit<Draft, 'data' | 'at'>, filling: () => Filling): DraftKeeping {
  const [state, setState] = useState<DraftState>('none');
  const held = useRef({
    about,
    ended: false,
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
    dirty: false,
    isOpen: false,
  });
  held.current.about = about;
  const keeping = useRef<DraftKeeping>(null!);
  keeping.current ??= {
    state: 'none',
    flush() {
      clearTimeout(held.current.timer);
      if (!held.current.dirty || held.current.ended) return;
      held.current.dirty = false;
      writeDraft({ ...held.current.about, data: store.data, filling: filling(), at: new Date().toISOString() }).then(
        () => setState('kept'),
        (error: unknown) => {
          console.warn('the draft was not written', error);
          setState('failed');
          // Space may be made meanwhile.
          held.current.dirty = true;
          if (held.current.isOpen) held.current.timer = setTimeout(keeping.current.flush, AGAIN);
        },
      );
    },
    async forget() {
      held.current.ended = true;
      clearTimeout(held.current.timer);
      await removeDraft(held.current.about.key);
    },
  };
  useEffect(() => {
    const { flush } = keeping.current;
    held.current.isOpen = true;
    let seen = store.data;
    const stop = store.subscribe(() => {
      if (store.data === seen || !store.changed) return;
      seen = store.data;
      held.current.dirty = true;
      clearTimeout(held.current.timer);
      held.current.timer = setTimeout(flush, REST);
    });
    const leaving = () => {
      flushTyping();
      flush();
    };
    const hidden = () => {
      if (document.visibilityState === 'hidden') leaving();
    };
    window.addEventListener('pagehide', leaving);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      held.current.isOpen = false;
      stop();
      window.removeEventListener('pagehide', leaving);
      document.removeEventListener('visibilitychange', hidden);
      flush();
    };
  }, [store]);
  useEffect(() => {
    keptDraft.set(state === 'kept');
    return () => keptDraft.set(false);
  }, [state]);
  return { ...keeping.current, state };
}
