/**
 * Names of records and people stand beside ids in many answers. This row changes with every name (or code) that is
 * another one now, in the same transaction, so that names may be remembered for as long as it says the same.
 */
import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from './database.ts';

const KEY = 'names.stamp';

/** Inside the write that gave something another name. */
export async function raiseNames(trx: Handle): Promise<void> {
  const value = randomUUID();
  await trx
    .insertInto('settings')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** The stamp as part of a query, so that it is of the same moment as its rows. */
export const NAME_STAMP: RawBuilder<string | null> = sql`(SELECT value FROM settings WHERE key = ${sql.lit(KEY)})`;
