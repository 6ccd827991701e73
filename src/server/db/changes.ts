/** Numbers of `record_changes`, which devices remember: keeps them valid when a database was copied or restored. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Handle } from './database.ts';

/** What a position in the order of changes depends on besides its number. */
export interface ChangeOrder {
  /** Random name of the database. A position of another one begins anew. */
  epoch: string;
  /** The newest era. */
  era: string;
  /** The lowest number of a change after an earlier era. Null: there is no later era. Undefined: no such era is known. */
  lowest: number | null | undefined;
}

/**
 * Reads the order of changes for a position of this era; null for one that was made before there were eras. To be read before
 * the changes themselves: a position may name an era that had ended already, never one that had not begun.
 */
export async function readChangeOrder(db: Handle, era: string | null): Promise<ChangeOrder> {
  const number = sql<number | null>`(SELECT number FROM change_eras WHERE id = ${era ?? ''})`;
  const { rows } = await sql<{ epoch: string; era: string; number: number | null; lowest: number | null }>`SELECT
    (SELECT id FROM change_epoch) AS epoch, (SELECT id FROM change_eras ORDER BY number DESC LIMIT 1) AS era,
    ${number} AS number, (SELECT min(first) FROM change_eras WHERE number > coalesce(${number}, 0)) AS lowest`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new Error('the database has no order of changes');
  const isKnown = era === null || found.number !== null;
  return { epoch: found.epoch, era: found.era, lowest: isKnown ? found.lowest : undefined };
}

/** Returns a text for the epoch and the era of the last change, which an era without changes leaves as it is. */
export async function readLastEra(db: Handle): Promise<string> {
  const { rows } = await sql<{ epoch: string; era: string | null }>`SELECT (SELECT id FROM change_epoch) AS epoch,
    (SELECT id FROM change_eras WHERE first <= (SELECT max(change) FROM record_changes) ORDER BY number DESC LIMIT 1)
      AS era`.execute(db);
  return `${rows[0]?.epoch} ${rows[0]?.era}`;
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
