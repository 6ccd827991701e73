/** Finds the few deleted records of a form, however many living ones there are. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw('CREATE INDEX records_deleted ON records (form, deleted_at) WHERE deleted_at IS NOT NULL').execute(db);
}
