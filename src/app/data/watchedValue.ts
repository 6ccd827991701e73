/** What can be watched in this tab: who is told, and values that tell. `useSyncExternalStore` takes `subscribe` and `get`. */

/** Those who are told that something has changed. */
export function createWatcherSet() {
  const all = new Set<() => void>();
  return {
    /** Returns the end of it. */
    subscribe(watcher: () => void): () => void {
      all.add(watcher);
      return () => {
        all.delete(watcher);
      };
    },
    tell(): void {
      for (const watcher of all) watcher();
    },
  };
}

/** A value that tells when it becomes another one. */
export function watchedValue<T>(first: T, isSame: (one: T, other: T) => boolean = Object.is) {
  let value = first;
  const { subscribe, tell } = createWatcherSet();
  return {
    get: (): T => value,
    set(next: T): void {
      if (isSame(next, value)) return;
      value = next;
      tell();
    },
    subscribe,
  };
}
