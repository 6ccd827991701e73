/** Decisions that a question which was restricted once may be read by everybody who sees its record. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const text = engine === 'postgres' ? 'text COLLATE "C"' : 'text';
  await sql
    .raw(`CREATE TABLE lifted_restrictions (
      form ${text} NOT NULL, question ${text} NOT NULL, at ${text} NOT NULL, by_id ${text} NOT NULL, reason ${text} NOT NULL,
      PRIMARY KEY (form, question))`)
    .execute(db);
}
