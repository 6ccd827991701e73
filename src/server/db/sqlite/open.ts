/**
 * Opens the embedded database: one file in the data folder, with one writing and one reading connection. Statements stay prepared,
 * because preparing costs more than running.
 *
 * Writes that arrive together are grouped into one commit. A write is acknowledged only when it is on disk, and each commit
 * waits for the disk. Under load, one wait then serves all writes that arrived in the same turn of the event loop. If one
 * of them fails, everything is rolled back and each is run again on its own, so a failure does not affect the others.
 * (Savepoints would do the same, but releasing one makes the text index write itself out each time.) Work must therefore
 * be safe to run again, as it must be when PostgreSQL asks for a retry.
 */

import { join } from 'node:path';
import { Kysely, SqliteDialect, sql } from 'kysely';
import Sqlite from 'libsql';
import AsideSqlite from 'libsql/promise';
import { LRUCache } from 'lru-cache';
import { getOrMake } from '../../../core/memoize.ts';
import type { Database, DatabaseConfig, Handle } from '../database.ts';
import { holdInProcess } from '../lock.ts';
import { makePrivateFile, makePrivateFolder, makeStorePrivate } from '../private.ts';
import type { Tables } from '../tables.ts';
import { sqliteDialect } from './dialect.ts';
import { lockFolder } from './lock.ts';

type Connection = InstanceType<typeof Sqlite>;

/** A statement as Kysely uses it. `reader` is read once, because each read calls into native code. */
interface Kept {
  reader: boolean;
  all(parameters: unknown[]): unknown[];
  run(parameters: unknown[]): unknown;
  iterate(parameters: unknown[]): IterableIterator<unknown>;
}

const KEPT_STATEMENTS = 400;

/** Settings of the writing connection. `BULK_PRAGMAS` replaces some of them while a store is filled. */
export const WRITER_PRAGMAS = [
  'PRAGMA synchronous = FULL',
  'PRAGMA wal_autocheckpoint = 4000',
  'PRAGMA cache_size = -12000',
];
export const BULK_PRAGMAS = [
  'PRAGMA synchronous = OFF',
  'PRAGMA wal_autocheckpoint = 20000',
  'PRAGMA cache_size = -160000',
];

/** Settings of every connection. */
const COMMON = ['busy_timeout = 5000', 'cache_size = -12000', 'temp_store = MEMORY', 'mmap_size = 67108864'].map(
  (setting) => `PRAGMA ${setting}`,
);

export function connectSqlite(file: string, options: { readOnly: boolean }): Connection {
  const connection = new Sqlite(file, options.readOnly ? { readonly: true } : {});
  for (const setting of COMMON) connection.exec(setting);
  if (!options.readOnly) {
    connection.exec('PRAGMA journal_mode = WAL');
    for (const setting of WRITER_PRAGMAS) connection.exec(setting);
    connection.exec('PRAGMA foreign_keys = ON');
  }
  return connection;
}

/** A connection whose statements run in a thread of their own, so that they can be interrupted. */
export type ThreadConnection = InstanceType<typeof AsideSqlite>;

export async function connectInThread(file: string): Promise<ThreadConnection> {
  const connection = new AsideSqlite(file, { readonly: true });
  for (const setting of COMMON) await connection.exec(setting);
  return connection;
}

export function createKysely(connection: Connection): Kysely<Tables> {
  const kept = new LRUCache<string, Kept>({ max: KEPT_STATEMENTS });
  const prepare = (text: string): Kept =>
    getOrMake('prepared statements', kept, text, () => {
      const native = connection.prepare(text);
      return {
        reader: native.reader,
        all: (parameters) => native.all(parameters),
        run: (parameters) => native.run(parameters),
        iterate: (parameters) => native.iterate(parameters) as IterableIterator<unknown>,
      };
    });
  const database = { prepare, close: () => connection.close() };
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: database as never }) });
}

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

/** Returns the path of the embedded database in a data folder. */
export function databaseFile(dataDir: string): string {
  return join(dataDir, 'amanat.db');
}

export async function openSqlite(config: DatabaseConfig): Promise<Database> {
  const file = databaseFile(config.dataDir);
  if (config.readOnly) {
    const reading = connectSqlite(file, { readOnly: true });
    const read = createKysely(reading);
    const refuse = () => Promise.reject(new Error('the database is open for reading only'));
    return {
      engine: 'sqlite',
      kysely: read,
      read,
      dialect: sqliteDialect,
      stamp: stampOf(reading),
      restarts: () => 0,
      transaction: refuse,
      bulk: refuse,
      hold: refuse,
      close: () => read.destroy(),
    };
  }
  makePrivateFolder(config.dataDir);
  const unlock = config.beside ? () => undefined : lockFolder(config.dataDir);
  try {
    makePrivateFile(file);
    makeStorePrivate(config.dataDir);
    const writing = connectSqlite(file, { readOnly: false });
    const kysely = createKysely(writing);
    const reading = connectSqlite(file, { readOnly: true });
    const read = createKysely(reading);
    return {
      engine: 'sqlite',
      kysely,
      read,
      dialect: sqliteDialect,
      stamp: stampOf(reading),
      restarts: () => 0,
      transaction: groupedCommits(kysely),
      async bulk(work) {
        // Holding the connection means that no transaction is open. Settings must not change inside one.
        const set = (settings: string[]) =>
          kysely.connection().execute(async () => {
            for (const setting of settings) writing.exec(setting);
          });
        await set(BULK_PRAGMAS);
        try {
          return await work();
        } finally {
          // The checkpoint waits until everything that was written is on disk.
          await set([...WRITER_PRAGMAS, 'PRAGMA wal_checkpoint(TRUNCATE)']);
        }
      },
      // No other process can open the folder.
      hold: holdInProcess(),
      close: async () => {
        await read.destroy();
        await kysely.destroy();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** SQLite counts, for each connection, the changes that other connections made to the file. */
function stampOf(reading: ReturnType<typeof connectSqlite>): Database['stamp'] {
  const version = reading.prepare('PRAGMA data_version').raw(true);
  return async () => String((version.get() as unknown as [number])[0]);
}
