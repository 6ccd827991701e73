/** Numbers of `record_changes`, which devices remember: keeps them valid when a database was copied or restored. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Handle } from './database.ts';

export async function readEpoch(db: Handle): Promise<string> {
  return (await db.selectFrom('change_epoch').select('id').executeTakeFirstOrThrow()).id;
}

/** Gives the database a new epoch, so that devices ask for everything again. For restored databases. */
export async function renewEpoch(db: Handle): Promise<void> {
  await db
    .updateTable('change_epoch')
    .set({ id: randomUUID().replaceAll('-', '') })
    .execute();
}

/**
 * Renumbers changes of a PostgreSQL database that was copied from another cluster, whose transactions had higher numbers
 * (pg_dump). Otherwise new changes would seem older than those.
 */
export async function renumberCopied({ engine, transaction }: Database): Promise<void> {
  if (engine !== 'postgres') return;
  await transaction(async (trx) => {
    const copied = sql`UPDATE record_changes SET change = pg_current_xact_id()::text::bigint
      WHERE change >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint`;
    if (((await copied.execute(trx)).numAffectedRows ?? 0n) > 0n) await renewEpoch(trx);
  });
}
