/** An item of the browser's storage whose changes can be followed, also those made in other tabs. */
export function watchedItem(key: string) {
  const watchers = new Set<() => void>();
  const changed = () => {
    for (const watcher of watchers) watcher();
  };
  return {
    get: (): string | null => localStorage.getItem(key),
    set(value: string): void {
      localStorage.setItem(key, value);
      changed();
    },
    clear(): void {
      localStorage.removeItem(key);
      changed();
    },
    subscribe(watcher: () => void): () => void {
      const other = (event: StorageEvent) => event.key === key && watcher();
      watchers.add(watcher);
      window.addEventListener('storage', other);
      return () => {
        watchers.delete(watcher);
        window.removeEventListener('storage', other);
      };
    },
  };
}
