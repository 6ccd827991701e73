/** What happened to an account is asked for by itself, among very many events of records; and what happened last at all. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw('CREATE INDEX events_of_accounts ON events (id) WHERE form IS NULL').execute(db);
  await sql.raw('CREATE INDEX events_at ON events (at)').execute(db);
}
