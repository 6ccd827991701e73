/** The bearer token. The user counts as logged in while there is one. Other tabs follow through the storage event. */
const KEY = 'token';
const watchers = new Set<() => void>();

export const token = {
  get(): string | null {
    return localStorage.getItem(KEY);
  },
  set(value: string): void {
    localStorage.setItem(KEY, value);
    for (const watcher of watchers) watcher();
  },
  clear(): void {
    localStorage.removeItem(KEY);
    for (const watcher of watchers) watcher();
  },
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

const DEVICE_KEY = 'device';

/** Token by which the server recognises this device at login. It stays after logout and gives no access. */
export const deviceToken = {
  get: (): string | undefined => localStorage.getItem(DEVICE_KEY) ?? undefined,
  set: (value: string): void => localStorage.setItem(DEVICE_KEY, value),
};
