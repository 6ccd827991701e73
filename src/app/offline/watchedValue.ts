/** A value of this tab that can be watched. Undefined at first. */
export function watchedValue<T>(isSame: (one: T | undefined, other: T | undefined) => boolean = Object.is) {
  let value: T | undefined;
  const watchers = new Set<() => void>();
  return {
    get: (): T | undefined => value,
    set(next: T | undefined): void {
      if (isSame(next, value)) return;
      value = next;
      for (const watcher of watchers) watcher();
    },
    /** Returns the end of it. */
    subscribe(watcher: () => void): () => void {
      watchers.add(watcher);
      return () => {
        watchers.delete(watcher);
      };
    },
  };
}
