import type { Database } from './database.ts';

/** Locks names within one process, for stores that only one process can open. */
export function holdInProcess(): Database['hold'] {
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const before = last.get(name) ?? Promise.resolve();
    const mine = before.then(work, work);
    last.set(name, mine);
    return mine;
  };
}
