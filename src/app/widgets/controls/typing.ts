/**
 * Typing is committed after a pause, so that a keystroke costs what the browser's own input costs. Saving, leaving and
 * hiding the page commit what is still waiting.
 */
const waiting = new Set<() => void>();

/** Milliseconds of silence after which a text is taken over. */
export const PAUSE = 150;

/** Commit everything typed but not yet taken over. */
export function flushTyping(): void {
  for (const commit of [...waiting]) commit();
}

export function addWaiting(commit: () => void): void {
  waiting.add(commit);
}

export function removeWaiting(commit: () => void): void {
  waiting.delete(commit);
}
