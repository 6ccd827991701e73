/**
 * Devices from which an account logged in before. Each has a random token from its login; only the hash is stored. The token
 * alone gives no access. It lets its owner log in even while a stranger's wrong passwords make others wait.
 */
import type { Database, Handle } from '../db/database.ts';
import { newToken, tokenHash } from './sessions.ts';

const MOST_PER_ACCOUNT = 20;
const KEPT_MS = 180 * 86_400_000;

/** Returns the token if it has the format of ours. */
function readToken(token: unknown): string | undefined {
  return typeof token === 'string' && /^[\w-]{43}$/.test(token) ? token : undefined;
}

export class LoginDevices {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the token's hash if this account logged in from this device before. Unknown accounts cause the same query. */
  async find(token: unknown, userId: string | undefined): Promise<string | undefined> {
    const read = readToken(token);
    if (!read) return undefined;
    const row = await this.#database.read
      .selectFrom('known_devices')
      .select('token_hash')
      .where('token_hash', '=', tokenHash(read))
      .where('user_id', '=', userId ?? '')
      .executeTakeFirst();
    return row?.token_hash;
  }

  /** Returns the token a device shall use: its own if this server issued it, for any account; otherwise a new one. */
  async tokenFor(given: unknown): Promise<string> {
    const read = readToken(given);
    if (!read) return newToken();
    const row = await this.#database.read
      .selectFrom('known_devices')
      .select('token_hash')
      .where('token_hash', '=', tokenHash(read))
      .executeTakeFirst();
    return row ? read : newToken();
  }

  /** Stores the device inside the transaction of a login. Deletes devices of the account that are too old or too many. */
  async remember(trx: Handle, token: string, userId: string, at: Date): Promise<void> {
    const last_used_at = at.toISOString();
    await trx
      .insertInto('known_devices')
      .values({ token_hash: tokenHash(token), user_id: userId, created_at: last_used_at, last_used_at })
      .onConflict((conflict) => conflict.columns(['token_hash', 'user_id']).doUpdateSet({ last_used_at }))
      .execute();
    const ofAccount = trx.selectFrom('known_devices').where('user_id', '=', userId);
    const old = await ofAccount
      .select('last_used_at')
      .orderBy('last_used_at', 'desc')
      .offset(MOST_PER_ACCOUNT)
      .limit(1)
      .executeTakeFirst();
    const expired = new Date(at.getTime() - KEPT_MS).toISOString();
    await trx
      .deleteFrom('known_devices')
      .where('user_id', '=', userId)
      .where('last_used_at', '<=', old && old.last_used_at > expired ? old.last_used_at : expired)
      .execute();
  }

  /** Forgets the devices with these token hashes, or all devices of an account. */
  async forget(trx: Handle, userId: string, hashes?: string[]): Promise<void> {
    if (hashes?.length === 0) return;
    let query = trx.deleteFrom('known_devices').where('user_id', '=', userId);
    if (hashes) query = query.where('token_hash', 'in', hashes);
    await query.execute();
  }
}
