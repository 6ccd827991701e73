/** The one door to the database: which engine it is decides the configuration. */
import type { Database, DatabaseConfig } from './database.ts';
import { migrate } from './migrate.ts';

export type { Database, DatabaseConfig, Handle } from './database.ts';

/** Open the database, bring its tables up to date and hold it for this process. */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  // Only the engine that is used is loaded.
  const database =
    config.databaseUrl || config.pool
      ? await (await import('./postgres/open.ts')).openPostgres(config)
      : await (await import('./sqlite/open.ts')).openSqlite(config);
  if (!config.readOnly) {
    try {
      await migrate(database, config.migrations);
    } catch (error) {
      await database.close();
      throw error;
    }
  }
  return database;
}

/** Opens the database for one piece of work. */
export async function withDatabase<T>(config: DatabaseConfig, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(config);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
