/** The public token of a record: 128 random bits, created on first use and never changed. */
import { randomBytes } from 'node:crypto';
import type { Services } from '../../http/services.ts';

export const PUBLIC_TOKEN_PATTERN = /^[A-Za-z0-9_-]{22}$/;

export async function publicToken({ database, now }: Pick<Services, 'database' | 'now'>, id: string): Promise<string> {
  const known = await tokenOf(database.read, id);
  if (known) return known;
  const token = randomBytes(16).toString('base64url');
  return database.transaction(async (trx) => {
    await trx
      .insertInto('public_links')
      .values({ token, record_id: id, created_at: now().toISOString() })
      .onConflict((conflict) => conflict.column('record_id').doNothing())
      .execute();
    // Another request may have been first.
    return (await tokenOf(trx, id)) ?? token;
  });
}

async function tokenOf(db: Services['database']['read'], id: string): Promise<string | undefined> {
  const row = await db.selectFrom('public_links').select('token').where('record_id', '=', id).executeTakeFirst();
  return row?.token;
}
