/** Servers hold names by their connection; leases that run out are gone. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`DROP TABLE IF EXISTS leases`.execute(db);
}
