/**
 * Groups writes that arrive together into one commit. A write is acknowledged only when it is on disk, and each commit
 * waits for the disk. Under load, one wait then serves all writes that arrived in the same turn of the event loop. If one
 * of them fails, everything is rolled back and each is run again on its own, so a failure does not affect the others.
 * (Savepoints would do the same, but releasing one makes the text index write itself out each time.) Work must therefore
 * be safe to run again, as it must be when PostgreSQL asks for a retry.
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
    // After some errors SQLite has already rolled back, and reports that.
    await sql`ROLLBACK`.execute(connection).catch(() => undefined);
    throw error;
  }
}
