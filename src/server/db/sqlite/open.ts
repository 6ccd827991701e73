/** Opens the embedded database: one file in the data folder, with one writing and one reading connection. */
import { join } from 'node:path';
import type { Database, DatabaseConfig } from '../database.ts';
import { holdInProcess } from '../lock.ts';
import { closeStore, makePrivateFile, makePrivateFolder } from '../private.ts';
import { groupedCommits } from './commits.ts';
import { BULK, connect, kyselyOver, SETTINGS } from './connection.ts';
import { sqliteDialect } from './dialect.ts';
import { lockFolder } from './lock.ts';

/** Returns the path of the embedded database in a data folder. */
export function databaseFile(dataDir: string): string {
  return join(dataDir, 'amanat.db');
}

export async function openSqlite(config: DatabaseConfig): Promise<Database> {
  const file = databaseFile(config.dataDir);
  if (config.readOnly) {
    const reading = connect(file, { readOnly: true });
    const read = kyselyOver(reading);
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
    closeStore(config.dataDir);
    const writing = connect(file, { readOnly: false });
    const kysely = kyselyOver(writing);
    const reading = connect(file, { readOnly: true });
    const read = kyselyOver(reading);
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
        await set(BULK);
        try {
          return await work();
        } finally {
          // The checkpoint waits until everything that was written is on disk.
          await set([...SETTINGS, 'PRAGMA wal_checkpoint(TRUNCATE)']);
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
function stampOf(reading: ReturnType<typeof connect>): Database['stamp'] {
  const version = reading.prepare('PRAGMA data_version').raw(true);
  return async () => String((version.get() as unknown as [number])[0]);
}
