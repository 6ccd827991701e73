/** What people entered and is no answer yet: typed text, and recordings that run. */
import { flushTyping } from './useTypedText.ts';

const unfinished = new Set<() => Promise<void>>();

/** Makes a save call `finish`, which resolves when the input is an answer. The returned function withdraws it. */
export function finishBeforeSave(finish: () => Promise<void>): () => void {
  unfinished.add(finish);
  return () => unfinished.delete(finish);
}

/** Makes answers of all that is unfinished. Undefined if it is done at once. */
export function finishInputs(): Promise<unknown> | undefined {
  flushTyping();
  return unfinished.size > 0 ? Promise.all([...unfinished].map((finish) => finish())) : undefined;
}
