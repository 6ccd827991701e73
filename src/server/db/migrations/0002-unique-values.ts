/** Values no two living records of a form share: the primary key decides, however many writers there are. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const text = engine === 'postgres' ? 'text COLLATE "C"' : 'text';
  await sql
    .raw(`CREATE TABLE unique_values (
      form ${text} NOT NULL, question ${text} NOT NULL, value ${text} NOT NULL, record_id ${text} NOT NULL REFERENCES records (id),
      PRIMARY KEY (form, question, value))`)
    .execute(db);
  await sql.raw('CREATE INDEX unique_values_record ON unique_values (record_id)').execute(db);
}
