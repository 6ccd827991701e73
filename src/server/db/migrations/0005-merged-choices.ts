/** A double of a master table points to the entry that stands for it; records keep what they say. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const text = engine === 'postgres' ? 'text COLLATE "C"' : 'text';
  await sql.raw(`ALTER TABLE choices ADD COLUMN merged_into ${text}`).execute(db);
}
