/** Whether this device works with the server (online) or with its own store (offline). The person chooses. */
export type Mode = 'online' | 'offline';

const KEY = 'mode';
const watchers = new Set<() => void>();

export const mode = {
  get: (): Mode => (localStorage.getItem(KEY) === 'offline' ? 'offline' : 'online'),
  set(value: Mode): void {
    localStorage.setItem(KEY, value);
    for (const watcher of watchers) watcher();
  },
  /** Also follows other tabs. */
  subscribe(watcher: () => void): () => void {
    const other = (event: StorageEvent) => event.key === KEY && watcher();
    watchers.add(watcher);
    window.addEventListener('storage', other);
    return () => {
      watchers.delete(watcher);
      window.removeEventListener('storage', other);
    };
  },
};
