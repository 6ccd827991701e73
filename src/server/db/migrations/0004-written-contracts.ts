/** Contracts as their author wrote them (references included), and what a file said when it was last taken in. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const text = engine === 'postgres' ? 'text COLLATE "C"' : 'text';
  await sql.raw(`ALTER TABLE definitions ADD COLUMN written ${text}`).execute(db);
  await sql.raw(`ALTER TABLE definitions ADD COLUMN file_hash ${text}`).execute(db);
}
