/** Work that only one server does at a time (preparing tables, following renames, filling the demonstration). */
import type { Database } from './database.ts';

/** Do the work while holding the name; waits for another holder. A holder that died does not block. */
export function withLock<T>(database: Database, name: string, work: () => Promise<T>): Promise<T> {
  return database.hold(name, work);
}

/** Holding among the users of one process, for stores that only one process can open. */
export function holdInProcess(): Database['hold'] {
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const before = last.get(name) ?? Promise.resolve();
    const mine = before.then(work, work);
    last.set(name, mine);
    return mine;
  };
}
