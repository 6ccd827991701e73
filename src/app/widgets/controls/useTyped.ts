/**
 * An uncontrolled text control over a stored value: React is not asked while a person types. What was typed is committed
 * after a pause, so that a keystroke costs what the browser's own input costs. Saving, leaving and hiding the page commit
 * what is still waiting.
 */
import { type RefCallback, useEffect, useState } from 'react';

/** Milliseconds of silence after which a text is taken over. */
const PAUSE = 150;
const waiting = new Set<() => void>();

/** Commit everything typed but not yet taken over. */
export function flushTyping(): void {
  for (const commit of [...waiting]) commit();
}

type TextElement = HTMLInputElement | HTMLTextAreaElement;

interface Typed<T extends TextElement> {
  ref: RefCallback<T>;
  onInput: () => void;
  onBlur: () => void;
}

/** What one control remembers between renders. */
class Typing<T extends TextElement> implements Typed<T> {
  element: T | null = null;
  timer = 0;
  shown: string;
  commit: (typed: string) => void;

  constructor(shown: string, commit: (typed: string) => void) {
    this.shown = shown;
    this.commit = commit;
  }

  readonly ref: RefCallback<T> = (element) => {
    // A field that disappears while its text waits still hands it over.
    if (!element) this.flush();
    this.element = element;
  };

  readonly flush = (): void => {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = 0;
    waiting.delete(this.flush);
    if (this.element) this.commit(this.element.value);
  };

  readonly onInput = (): void => {
    if (this.timer) clearTimeout(this.timer);
    else waiting.add(this.flush);
    this.timer = window.setTimeout(this.flush, PAUSE);
  };

  readonly onBlur = (): void => {
    this.flush();
    const { element } = this;
    if (!element || element.value === this.shown) return;
    // What was committed may be shown in another form (trimmed, in local digits).
    queueMicrotask(() => {
      if (element !== document.activeElement) element.value = this.shown;
    });
  };

  /** The stored value changed from elsewhere: shown unless a person is typing here. */
  show(shown: string): void {
    if (this.shown === shown) return;
    this.shown = shown;
    if (this.element && !this.timer && this.element !== document.activeElement) this.element.value = shown;
  }
}

/**
 * `shown` is the text of the stored value; `commit` takes what was typed. The element keeps what the person typed until
 * the stored value changes from elsewhere.
 */
export function useTyped<T extends TextElement>(shown: string, commit: (typed: string) => void): Typed<T> {
  const [typing] = useState(() => new Typing<T>(shown, commit));
  typing.commit = commit;
  useEffect(() => typing.show(shown), [typing, shown]);
  return typing;
}
