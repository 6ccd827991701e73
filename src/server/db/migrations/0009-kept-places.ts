/** Places are kept by people: retired, merged into the one that stands for a double, changed when. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const text = engine === 'postgres' ? 'text COLLATE "C"' : 'text';
  await sql.raw(`ALTER TABLE places ADD COLUMN retired_at ${text}`).execute(db);
  await sql.raw(`ALTER TABLE places ADD COLUMN merged_into ${text}`).execute(db);
  await sql.raw(`ALTER TABLE places ADD COLUMN updated_at ${text}`).execute(db);
}
