/** The one door to the database: which engine it is decides the configuration. */
import type { Database, DatabaseConfig } from './database.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres/open.ts';
import { openSqlite } from './sqlite/open.ts';

export type { Database, DatabaseConfig, Handle } from './database.ts';
export { DataFolderInUse } from './database.ts';

/** Open the database, bring its tables up to date and hold it for this process. */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  const database = config.databaseUrl || config.pool ? await openPostgres(config) : await openSqlite(config);
  if (!config.readOnly) {
    try {
      await migrate(database);
    } catch (error) {
      await database.close();
      throw error;
    }
  }
  return database;
}
