/**
 * Saves the open form as a draft: shortly after each change, and at once when the page is left or hidden. The draft then goes to
 * the server, which nothing here waits for.
 */
import { useEffect, useRef, useState } from 'react';
import { type Draft, type FillTime, writeDraft } from '../../../data/drafts/drafts.ts';
import { discardDraft, scheduleDraftUpload, uploadDraftNow } from '../../../data/drafts/sending.ts';
import { draftIsStored, storeCloses } from '../../../data/signals.ts';
import { flushTyping } from '../../../widgets/controls/useTypedText.ts';
import type { FormStore } from '../../../widgets/store.ts';

/** Milliseconds after a change, and after a draft could not be written. */
const REST = 250;
const AGAIN = 10_000;

export type DraftState = 'none' | 'kept' | 'failed';

export interface DraftSaving {
  state: DraftState;
  /** Writes the draft now. Sends it at once if the form is left. */
  flush: (isLeaving?: boolean) => void;
  /** Removes the draft after saving or discarding. Nothing is written afterwards. */
  forget: () => Promise<void>;
}

export function useAutosave(store: FormStore, about: Omit<Draft, 'data' | 'at'>, filling: () => FillTime): DraftSaving {
  const [state, setState] = useState<DraftState>('none');
  const held = useRef({
    about,
    ended: false,
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
    dirty: false,
    isOpen: false,
  });
  held.current.about = about;
  const keeping = useRef<DraftSaving>(null!);
  keeping.current ??= {
    state: 'none',
    flush(isLeaving = false) {
      const { key } = held.current.about;
      const send = isLeaving ? uploadDraftNow : scheduleDraftUpload;
      clearTimeout(held.current.timer);
      if (held.current.ended) return;
      if (!held.current.dirty) return isLeaving ? uploadDraftNow(key) : undefined;
      held.current.dirty = false;
      writeDraft({ ...held.current.about, data: store.data, filling: filling(), at: new Date().toISOString() }).then(
        () => {
          setState('kept');
          if (!held.current.ended) send(key);
        },
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
      await discardDraft(held.current.about.key);
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
      held.current.timer = setTimeout(() => flush(), REST);
    });
    const stopWatching = onLeaving(() => {
      flushTyping();
      flush(true);
    });
    return () => {
      held.current.isOpen = false;
      stop();
      stopWatching();
      flush(true);
    };
  }, [store]);
  const { other, removedElsewhere } = about;
  const before = useRef({ other, removedElsewhere });
  useEffect(() => {
    if (before.current.other === other && before.current.removedElsewhere === removedElsewhere) return;
    before.current = { other, removedElsewhere };
    // What another device did is kept with what is here, even if nothing more is typed.
    held.current.dirty = true;
    keeping.current.flush();
  }, [other, removedElsewhere]);
  useEffect(() => {
    draftIsStored.set(state === 'kept');
    return () => draftIsStored.set(false);
  }, [state]);
  return { ...keeping.current, state };
}

/** Calls back when the page is left or hidden, or the person logs out in any tab. Returns a function that ends this. */
function onLeaving(leave: () => void): () => void {
  const hidden = () => {
    if (document.visibilityState === 'hidden') leave();
  };
  window.addEventListener('pagehide', leave);
  document.addEventListener('visibilitychange', hidden);
  const stop = storeCloses.listen(leave);
  return () => {
    stop();
    window.removeEventListener('pagehide', leave);
    document.removeEventListener('visibilitychange', hidden);
  };
}
