/**
 * Writes that arrive together share one commit. A commit waits for the disk, and every write must be on the disk before it
 * is acknowledged; under load one wait then serves all writes that were read from the network in the same turn. Each
 * write has its own savepoint, so one that fails takes nothing with it.
 */
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

const MOST_PER_COMMIT = 100;

interface Waiting {
  work(trx: Kysely<Tables>): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

export type Commit = <T>(work: (trx: Kysely<Tables>) => Promise<T>) => Promise<T>;

export function groupedCommits(kysely: Kysely<Tables>): Commit {
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

  return <T>(work: (trx: Kysely<Tables>) => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      queue.push({ work, resolve: resolve as (value: unknown) => void, reject });
      if (isScheduled) return;
      isScheduled = true;
      setImmediate(() => void commitAll());
    });
}

async function commitBatch(connection: Kysely<Tables>, batch: Waiting[]): Promise<void> {
  const settle: (() => void)[] = [];
  await sql`BEGIN IMMEDIATE`.execute(connection);
  try {
    for (const write of batch) {
      await sql`SAVEPOINT one_write`.execute(connection);
      try {
        const value = await write.work(connection);
        await sql`RELEASE one_write`.execute(connection);
        settle.push(() => write.resolve(value));
      } catch (error) {
        await sql`ROLLBACK TO one_write`.execute(connection);
        await sql`RELEASE one_write`.execute(connection);
        settle.push(() => write.reject(error));
      }
    }
    await sql`COMMIT`.execute(connection);
  } catch (error) {
    await sql`ROLLBACK`.execute(connection).catch(() => undefined);
    throw error;
  }
  for (const done of settle) done();
}
