/**
 * Named settings of the store (table `settings`). `definitions.revision` increases with every change of definitions and
 * reference data, so that other processes notice it.
 */
import { sql } from 'kysely';
import type { Handle } from './database.ts';

const REVISION = 'definitions.revision';

export async function readSetting(db: Handle, key: string): Promise<string | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value ?? null;
}

/** Returns the settings whose keys start with the prefix, by the rest of the key. */
export async function readSettings(db: Handle, prefix: string): Promise<Map<string, string>> {
  const rows = await db.selectFrom('settings').selectAll().where('key', 'like', `${prefix}%`).execute();
  return new Map(rows.map(({ key, value }) => [key.slice(prefix.length), value]));
}

export async function writeSetting(db: Handle, key: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((c) => c.column('key').doUpdateSet({ value }))
    .execute();
}

export async function removeSetting(db: Handle, key: string): Promise<void> {
  await db.deleteFrom('settings').where('key', '=', key).execute();
}

/** Counts in one statement, so that of two changes at once each gets a number of its own. */
export async function raiseRevision(trx: Handle): Promise<void> {
  await trx
    .insertInto('settings')
    .values({ key: REVISION, value: '1' })
    .onConflict((c) => c.column('key').doUpdateSet({ value: sql`CAST(CAST(settings.value AS integer) + 1 AS text)` }))
    .execute();
}

export async function readRevision(db: Handle): Promise<number> {
  return Number((await readSetting(db, REVISION)) ?? 0);
}
