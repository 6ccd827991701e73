/**
 * A revision keeps each changed answer with a salt and what the record was besides them; an event names the revision it
 * tells of; seals put all events into one signed order.
 */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const text = engine === 'postgres' ? 'text COLLATE "C"' : 'text';
  const run = (statement: string) => sql.raw(statement.replaceAll('TEXT', text)).execute(db);
  await run('ALTER TABLE record_revisions ADD COLUMN answers TEXT');
  await run('ALTER TABLE record_revisions ADD COLUMN record TEXT');
  await run('ALTER TABLE events ADD COLUMN seq integer');
  await run('ALTER TABLE events ADD COLUMN hash TEXT');
  await run('ALTER TABLE events ADD COLUMN seal integer');
  await run('CREATE INDEX events_unsealed ON events (id) WHERE seal IS NULL');
  await run('CREATE INDEX events_record ON events (record_id) WHERE record_id IS NOT NULL');
  await run("CREATE INDEX events_erasures ON events (id) WHERE action IN ('erased', 'purged')");
  await run(`CREATE TABLE seals (
    number integer NOT NULL PRIMARY KEY, at TEXT NOT NULL, count integer NOT NULL, ids TEXT NOT NULL, leaves TEXT NOT NULL,
    previous_hash TEXT NOT NULL, hash TEXT NOT NULL, signer TEXT NOT NULL, signature TEXT NOT NULL)`);
}
