/**
 * What waits for its seal is asked for every few seconds. SQLite reads the whole table for `seal IS NULL` unless the column
 * is the first of an index.
 */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`DROP INDEX events_unsealed`.execute(db);
  await sql`CREATE INDEX events_unsealed ON events (seal, id) WHERE seal IS NULL`.execute(db);
}
