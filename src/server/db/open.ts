/** Opens the database. The configuration decides which engine is used. */
import type { Database, DatabaseConfig } from './database.ts';
import { migrate, mustBeMigrated } from './migrate.ts';

export type { Database, DatabaseConfig, Handle } from './database.ts';

/** Opens the database. Unless it is read-only, runs missing migrations and, on SQLite, locks the data folder. */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  // Load only the engine that is used.
  const database =
    config.databaseUrl || config.pool
      ? await (await import('./postgres/open.ts')).openPostgres(config)
      : await (await import('./sqlite/open.ts')).openSqlite(config);
  if (!config.readOnly) {
    try {
      if (config.beside) await mustBeMigrated(database.read);
      else await migrate(database, config.migrations);
    } catch (error) {
      await database.close();
      throw error;
    }
  }
  return database;
}

/** Opens the database for one piece of work and closes it afterwards. */
export async function withDatabase<T>(config: DatabaseConfig, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(config);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
