/** An uncontrolled text control over a stored value: React is not asked while a person types. */
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { addWaiting, PAUSE, removeWaiting } from './typing.ts';

type TextElement = HTMLInputElement | HTMLTextAreaElement;

interface Typed<T extends TextElement> {
  ref: RefObject<T | null>;
  onInput: () => void;
  onBlur: () => void;
}

/**
 * `shown` is the text of the stored value; `commit` takes what was typed. The element keeps what the person typed until
 * the stored value changes from elsewhere.
 */
export function useTyped<T extends TextElement>(shown: string, commit: (typed: string) => void): Typed<T> {
  const ref = useRef<T>(null);
  const state = useRef({ timer: 0, commit, shown });
  state.current.commit = commit;

  const flush = useCallback(() => {
    const { timer } = state.current;
    if (!timer) return;
    clearTimeout(timer);
    state.current.timer = 0;
    removeWaiting(flush);
    if (ref.current) state.current.commit(ref.current.value);
  }, []);

  useEffect(() => {
    const changed = state.current.shown !== shown;
    state.current.shown = shown;
    const element = ref.current;
    if (!changed || !element || state.current.timer || element === document.activeElement) return;
    element.value = shown;
  }, [shown]);

  // A field that disappears while its text waits still hands it over.
  useEffect(() => {
    const { current } = state;
    const element = ref.current;
    return () => {
      if (!current.timer || !element) return;
      clearTimeout(current.timer);
      current.timer = 0;
      removeWaiting(flush);
      current.commit(element.value);
    };
  }, [flush]);

  const onInput = useCallback(() => {
    if (state.current.timer) clearTimeout(state.current.timer);
    else addWaiting(flush);
    state.current.timer = window.setTimeout(flush, PAUSE);
  }, [flush]);

  const onBlur = useCallback(() => {
    flush();
    const element = ref.current;
    if (element && element.value !== state.current.shown) {
      // What was committed may be shown in another form (trimmed, in local digits).
      queueMicrotask(() => {
        if (element !== document.activeElement) element.value = state.current.shown;
      });
    }
  }, [flush]);

  return { ref, onInput, onBlur };
}
