/**
 * An uncontrolled text control for a stored value. Typing does not render React, so a keystroke costs what the browser's own
 * input costs. The text is committed after a pause, and before saving, leaving or hiding the page.
 */
import { type RefCallback, useEffect, useState } from 'react';

/** Milliseconds without a keystroke before the text is committed. */
const PAUSE = 150;
const waiting = new Set<() => void>();

/** Commits all typed text that is not committed yet. */
export function flushTyping(): void {
  for (const commit of [...waiting]) commit();
}

type TextElement = HTMLInputElement | HTMLTextAreaElement;

interface Typed<T extends TextElement> {
  ref: RefCallback<T>;
  onInput: () => void;
  onBlur: () => void;
}

/** State of one control that lasts between renders. */
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
    // If the field disappears, commit the text that is waiting.
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
    // Show the stored value, which may be written differently (trimmed, in local digits).
    queueMicrotask(() => {
      if (element !== document.activeElement) element.value = this.shown;
    });
  };

  /** Shows a stored value that changed elsewhere, unless the user is typing here. */
  show(shown: string): void {
    if (this.shown === shown) return;
    this.shown = shown;
    if (this.element && !this.timer && this.element !== document.activeElement) this.element.value = shown;
  }
}

/**
 * `shown` is the text of the stored value; `commit` receives the typed text. The element keeps what the user typed until the
 * stored value changes elsewhere.
 */
export function useTypedText<T extends TextElement>(shown: string, commit: (typed: string) => void): Typed<T> {
  const [typing] = useState(() => new Typing<T>(shown, commit));
  typing.commit = commit;
  useEffect(() => typing.show(shown), [typing, shown]);
  return typing;
}
