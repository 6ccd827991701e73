/** Runs the migrations that a database has not seen, all in one transaction, one process at a time. */
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { MIGRATIONS } from './migrations/list.ts';

const LOCK = 4_217_001;

/** Names of the migrations that were run. */
export async function migrate(database: Database): Promise<string[]> {
  return database.kysely.transaction().execute(async (trx) => {
    if (database.engine === 'postgres') {
      await sql`SET LOCAL statement_timeout = 0`.execute(trx);
      await sql`SELECT pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(trx);
    }
    await sql`CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, at text NOT NULL)`.execute(trx);
    const done = new Set((await trx.selectFrom('migrations').select('name').execute()).map((row) => row.name));
    const unknown = [...done].filter((name) => !MIGRATIONS.some((m) => m.name === name));
    if (unknown.length > 0)
      throw new Error(
        `The database was made by a newer version of Amanat (it knows ${unknown.join(', ')}). Install that version.`,
      );
    const run: string[] = [];
    for (const migration of MIGRATIONS) {
      if (done.has(migration.name)) continue;
      await migration.up(trx as never, database.engine);
      await trx.insertInto('migrations').values({ name: migration.name, at: new Date().toISOString() }).execute();
      run.push(migration.name);
    }
    return run;
  });
}
