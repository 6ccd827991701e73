import type { Database, Handle } from './database.ts';

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

/** Makes transactions that count what a person has wait for each other, so that several at once do not each find room. */
export async function lockPerson({ dialect }: Pick<Database, 'dialect'>, trx: Handle, id: string): Promise<void> {
  await dialect.locked(trx.selectFrom('users').select('id').where('id', '=', id)).execute();
}
