/** What stays in memory or in the store of a device until something changes. */
import { getOwn } from '../../../core/json.ts';
import { getOrMake } from '../../../core/memoize.ts';
import type { SyncStore } from '../../../core/sync/store.ts';

/**
 * Returns the reading with its result remembered until the store changes, in this tab or another: each page of a list would
 * otherwise wait for the browser's database three times more.
 */
export function cachedUntilChanged<T>(
  name: string,
  read: (store: SyncStore) => Promise<T>,
): (store: SyncStore) => Promise<T> {
  const known = new WeakMap<SyncStore, Promise<T>>();
  const watched = new WeakSet<SyncStore>();
  return (store) => {
    if (!watched.has(store)) store.watch(() => known.delete(store));
    watched.add(store);
    return getOrMake(name, known, store, () => read(store));
  };
}

/** Keeps what was made of the records of some forms until one of them changes. */
export type CacheAnswer = <T>(key: string, forms: readonly string[], make: () => Promise<T>) => Promise<T>;

/** An answer, and the numbers of changes that its forms had. */
interface CachedAnswer {
  changes: string;
  value: unknown;
}

export type CachedAnswers = Record<string, CachedAnswer>;

/** Returns what remembers, and what was asked for. `known` are the answers of last time, as long as only records changed. */
export function answerCache(known: Readonly<CachedAnswers>, changes: Readonly<Record<string, number>>) {
  const made: CachedAnswers = {};
  const remember: CacheAnswer = async <T>(key: string, forms: readonly string[], make: () => Promise<T>) => {
    const now = forms.map((form) => getOwn(changes, form) ?? 0).join();
    const before = getOwn(known, key);
    const value = before?.changes === now ? (before.value as T) : await make();
    made[key] = { changes: now, value };
    return value;
  };
  return { remember, made };
}
