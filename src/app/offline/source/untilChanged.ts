import type { SyncStore } from '../../../core/sync/store.ts';

/**
 * Returns the reading with its result remembered until the store changes, in this tab or another: each page of a list would
 * otherwise wait for the browser's database three times more.
 */
export function untilChanged<T>(read: (store: SyncStore) => Promise<T>): (store: SyncStore) => Promise<T> {
  const known = new WeakMap<SyncStore, Promise<T>>();
  const watched = new WeakSet<SyncStore>();
  return (store) => {
    if (!watched.has(store)) store.watch(() => known.delete(store));
    watched.add(store);
    const found = known.get(store);
    if (found) return found;
    const reading = read(store);
    known.set(store, reading);
    reading.catch(() => {
      if (known.get(store) === reading) known.delete(store);
    });
    return reading;
  };
}
