/** Runs the migrations that a database has not seen, all in one transaction, one process at a time. */
import { sql } from 'kysely';
import type { Database, Handle } from './database.ts';
import { MIGRATIONS } from './migrations/list.ts';

const LOCK = 4_217_001;

/** The database was made by a version that is newer than this one. */
class DatabaseIsNewer extends Error {
  constructor(unknown: readonly string[]) {
    super(
      `The database was made by a newer version of Amanat (it knows ${unknown.join(', ')}). Install that version, or restore a backup that this one made.`,
    );
    this.name = 'DatabaseIsNewer';
  }
}

/** Migrations that were not run on a database, and those it has seen that this version does not know. */
export async function migrationState(db: Handle): Promise<{ missing: string[]; unknown: string[] }> {
  const done = (await db.selectFrom('migrations').select('name').execute()).map((row) => row.name);
  const known = MIGRATIONS.map(({ name }) => name);
  return {
    missing: known.filter((name) => !done.includes(name)),
    unknown: done.filter((name) => !known.includes(name)),
  };
}

/** Runs what is missing, of `only` these where they are given. Names of the migrations that were run. */
export async function migrate(database: Database, only?: readonly string[]): Promise<string[]> {
  return database.kysely.transaction().execute(async (trx) => {
    if (database.engine === 'postgres') {
      await sql`SET LOCAL statement_timeout = 0`.execute(trx);
      await sql`SELECT pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(trx);
    }
    await sql`CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, at text NOT NULL)`.execute(trx);
    const { missing, unknown } = await migrationState(trx);
    const newer = [...unknown, ...(only ?? []).filter((name) => !MIGRATIONS.some((one) => one.name === name))];
    if (newer.length > 0) throw new DatabaseIsNewer(newer);
    const run: string[] = [];
    for (const migration of MIGRATIONS) {
      if (!missing.includes(migration.name) || (only && !only.includes(migration.name))) continue;
      await migration.up(trx as never, database.engine);
      await trx.insertInto('migrations').values({ name: migration.name, at: new Date().toISOString() }).execute();
      run.push(migration.name);
    }
    return run;
  });
}
