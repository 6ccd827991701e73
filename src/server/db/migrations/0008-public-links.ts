/** A record that anybody may prove has a token of its own; it is made when first asked for and never changes. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const text = engine === 'postgres' ? 'text COLLATE "C"' : 'text';
  await sql
    .raw(`CREATE TABLE public_links (
      token ${text} NOT NULL PRIMARY KEY, record_id ${text} NOT NULL UNIQUE REFERENCES records (id), created_at ${text} NOT NULL)`)
    .execute(db);
}
