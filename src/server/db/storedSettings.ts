/**
 * What the store remembers of itself by name (table `settings`). `definitions.revision` grows with every change of
 * definitions and reference data, so that other processes know when to look.
 */
import type { Handle } from './database.ts';

const REVISION = 'definitions.revision';

export async function readSetting(db: Handle, key: string): Promise<string | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value ?? null;
}

/** Settings whose names begin with the prefix, by what follows it. */
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

export async function raiseRevision(trx: Handle): Promise<void> {
  const now = await readRevision(trx);
  await writeSetting(trx, REVISION, String(now + 1));
}

export async function readRevision(db: Handle): Promise<number> {
  return Number((await readSetting(db, REVISION)) ?? 0);
}
