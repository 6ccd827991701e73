/**
 * Writes that arrive together share one commit. A commit waits for the disk, and every write must be on the disk before it
 * is acknowledged; under load one wait then serves all writes that were read from the network in the same turn. When one
 * of them fails, everything is rolled back and each is done again by itself, so that a failure takes nothing with it.
 * (Savepoints would do the same, but releasing one makes the text index write itself out each time.) Work must therefore
 * bear being done again, as it must where the server itself asks for a retry.
 */
import { sql } from 'kysely';
import type { Database, Handle } from '../database.ts';

const MOST_PER_COMMIT = 100;

interface Waiting {
  work(trx: Handle): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

export function groupedCommits(kysely: Handle): Database['transaction'] {
  let queue: Waiting[] = [];
  let isScheduled = false;

  const commitAll = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue.slice(0, MOST_PER_COMMIT);
      queue = queue.slice(MOST_PER_COMMIT);
      await kysely
        .connection()
        .execute((connection) => commitBatch(connection, batch))
        .catch((error) => {
          for (const write of batch) write.reject(error);
        });
    }
    isScheduled = false;
  };

  return <T>(work: (trx: Handle) => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      queue.push({ work, resolve: resolve as (value: unknown) => void, reject });
      if (isScheduled) return;
      isScheduled = true;
      setImmediate(() => void commitAll());
    });
}

async function commitBatch(connection: Handle, batch: Waiting[]): Promise<void> {
  const values: unknown[] = [];
  try {
    await inTransaction(connection, async () => {
      for (const write of batch) values.push(await write.work(connection));
    });
  } catch (error) {
    if (batch.length === 1) batch[0]?.reject(error);
    else for (const write of batch) await commitBatch(connection, [write]);
    return;
  }
  for (const [at, write] of batch.entries()) write.resolve(values[at]);
}

async function inTransaction(connection: Handle, work: () => Promise<void>): Promise<void> {
  await sql`BEGIN IMMEDIATE`.execute(connection);
  try {
    await work();
    await sql`COMMIT`.execute(connection);
  } catch (error) {
    // After some errors SQLite has rolled back by itself, and says so.
    await sql`ROLLBACK`.execute(connection).catch(() => undefined);
    throw error;
  }
}
