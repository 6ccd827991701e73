/** A lease is a lock that runs out: two servers never do the same preparation at once, and one that died does not block. */
import { randomUUID } from 'node:crypto';
import type { Database } from './database.ts';

const LENGTH = 60_000;
const RETRY = 100;

/** Do the work while holding the lease; waits for another holder. The lease is renewed until the work is done. */
export async function withLease<T>(database: Database, name: string, work: () => Promise<T>): Promise<T> {
  const owner = randomUUID();
  while (!(await take(database, name, owner))) await new Promise((resolve) => setTimeout(resolve, RETRY));
  let lost: unknown;
  const renew = setInterval(() => {
    take(database, name, owner).then(
      (isOurs) => {
        if (!isOurs) lost = new Error(`the lease ${name} was taken over by another process`);
      },
      (error) => {
        lost = error;
      },
    );
  }, LENGTH / 4);
  try {
    const result = await work();
    if (lost) throw lost;
    return result;
  } finally {
    clearInterval(renew);
    await database.transaction((trx) =>
      trx.deleteFrom('leases').where('name', '=', name).where('owner', '=', owner).execute(),
    );
  }
}

async function take(database: Database, name: string, owner: string): Promise<boolean> {
  const now = Date.now();
  const row = { name, owner, expires_at: new Date(now + LENGTH).toISOString() };
  return database.transaction(async (trx) => {
    const taken = await trx
      .insertInto('leases')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet(row)
          .where((where) =>
            where.or([where('leases.expires_at', '<', new Date(now).toISOString()), where('leases.owner', '=', owner)]),
          ),
      )
      .returning('owner')
      .execute();
    return taken.length > 0;
  });
}
