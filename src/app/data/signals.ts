/**
 * Things that happen to calls and that the shell shows, wherever the call was made: how many run (progress bar), the
 * network was lost (red bar), the session ended (way to the login page).
 */
type Listener = () => void;

function channel<T>() {
  const listeners = new Set<(value: T) => void>();
  return {
    listen(listener: (value: T) => void): Listener {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    say(value: T): void {
      for (const listener of listeners) listener(value);
    },
  };
}

/** A call got no answer. */
export const networkLost = channel<void>();
/** How many parts of the program are wanted on the screen, could not be fetched, and have no place to say so. */
export const partsMissing = channel<number>();
/** A call was answered 401; carries the server's message. */
export const sessionEnded = channel<string>();

let ended: string | null = null;

/** Why the session ended, until somebody logs in again: the login page shows it. */
export const sessionEndMessage = {
  get: (): string | null => ended,
  keep(message: string): void {
    ended = message;
  },
  forget(): void {
    ended = null;
  },
};

let running = 0;
const watchers = new Set<Listener>();

export const progress = {
  start(): void {
    running += 1;
    for (const watcher of watchers) watcher();
  },
  end(): void {
    running -= 1;
    for (const watcher of watchers) watcher();
  },
  subscribe(watcher: Listener): Listener {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
  running: (): number => running,
};
