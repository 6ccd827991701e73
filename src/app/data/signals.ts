/**
 * Events of requests that the shell shows, wherever the request was made: running requests (progress bar), lost network (red
 * bar), ended session (login page).
 */
import { watchedValue } from './watchedValue.ts';

/** `waits`: what is said while nobody listens is passed on to the next listener. */
function channel<T>({ waits = false } = {}) {
  const listeners = new Set<(value: T) => void>();
  const waiting: T[] = [];
  return {
    listen(listener: (value: T) => void): () => void {
      listeners.add(listener);
      for (const value of waiting.splice(0)) listener(value);
      return () => listeners.delete(listener);
    },
    say(value: T): void {
      if (waits && listeners.size === 0) waiting.push(value);
      for (const listener of listeners) listener(value);
    },
  };
}

/** A request got no response. */
export const networkLost = channel<void>();
/** A request got a response, whatever it says. */
export const serverReached = channel<void>();
/** Number of components that should be on the screen, could not be loaded, and have no place to report it. */
export const partsMissing = channel<number>();
/** A request got a 401 response. Carries the server's message. */
export const sessionEnded = channel<string>();
/** The browser removed the local database of the account that is logged in. In offline mode it is found before any screen. */
export const storeDropped = channel<void>({ waits: true });

/** The store of the account that is logged in opens only with the password, since this browser has no place for its key. */
export const passwordNeeded = channel<void>({ waits: true });

/** The store of the account is about to close: what is typed and not written yet is written now. */
export const storeCloses = channel<void>();

/** Whether the open form is kept as a draft on this device, so that a lost network loses nothing. */
export const draftIsStored = watchedValue(false);

/** Why the session ended. The login page shows it until the user logs in again. */
export const sessionEndMessage = watchedValue<string | null>(null);

const running = watchedValue(0);

/** Number of requests that run. */
export const requestProgress = {
  start: (): void => running.set(running.get() + 1),
  end: (): void => running.set(running.get() - 1),
  subscribe: running.subscribe,
  running: running.get,
};
