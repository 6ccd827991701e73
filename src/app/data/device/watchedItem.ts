import { createWatcherSet } from '../watchedValue.ts';

/** An item of the browser's storage whose changes can be followed, also those made in other tabs. */
export function watchedItem(key: string) {
  const { subscribe, tell } = createWatcherSet();
  return {
    get: (): string | null => localStorage.getItem(key),
    set(value: string): void {
      localStorage.setItem(key, value);
      tell();
    },
    clear(): void {
      localStorage.removeItem(key);
      tell();
    },
    subscribe(watcher: () => void): () => void {
      const other = (event: StorageEvent) => event.key === key && watcher();
      const end = subscribe(watcher);
      window.addEventListener('storage', other);
      return () => {
        end();
        window.removeEventListener('storage', other);
      };
    },
  };
}
