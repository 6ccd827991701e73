/**
 * Sessions: opaque, expiring when unused, revocable. A session looked at a moment ago is not asked from the database
 * again; a revocation on this server is seen at once, one made on another within the few seconds of `CACHE_MS`.
 */
import { v7 as uuid } from 'uuid';
import { Failure } from '../../core/errors/catalogue.ts';
import type { Database } from '../db/database.ts';
import { isUnavailable } from '../db/unavailable.ts';
import { type Account, findAccount } from './actors.ts';
import { newToken, tokenHash } from './tokens.ts';

export interface Session {
  id: string;
  account: Account;
}

const CACHE_MS = 5_000;
const MOST_CACHED = 5_000;
/** How stale `last_seen_at` may be before it is written again: keeps reading from being writing. */
const TOUCH_MS = 10 * 60_000;

interface Cached {
  session: Session;
  until: number;
}

export class Sessions {
  readonly #database: Database;
  readonly #days: number;
  readonly #now: () => Date;
  readonly #cache = new Map<string, Cached>();

  constructor(database: Database, days: number, now: () => Date) {
    this.#database = database;
    this.#days = days;
    this.#now = now;
  }

  /** Opens a session; the token is told once. */
  async open(userId: string, device: string | undefined): Promise<string> {
    const token = newToken();
    const at = this.#now();
    await this.#database.transaction(async (trx) => {
      await trx
        .insertInto('sessions')
        .values({
          id: uuid(),
          token_hash: tokenHash(token),
          user_id: userId,
          created_at: at.toISOString(),
          expires_at: this.#expiry(at),
          last_seen_at: at.toISOString(),
          revoked_at: null,
          device: device?.slice(0, 200) ?? null,
        })
        .execute();
      await trx.deleteFrom('sessions').where('expires_at', '<', at.toISOString()).execute();
    });
    return token;
  }

  /** Who holds this token; throws `unauthorized` (401) without a token, `session_ended` (401) when it is not that of a living session. */
  async find(token: string | undefined): Promise<Session> {
    if (!token) throw new Failure('unauthorized');
    const hash = tokenHash(token);
    const at = this.#now();
    const known = this.#cache.get(hash);
    if (known && known.until > at.getTime()) return known.session;
    this.#cache.delete(hash);
    const row = await this.#database.read
      .selectFrom('sessions')
      .select(['id', 'user_id', 'expires_at', 'revoked_at', 'last_seen_at'])
      .where('token_hash', '=', hash)
      .executeTakeFirst();
    if (!row || row.revoked_at || row.expires_at <= at.toISOString()) throw new Failure('session_ended');
    const account = await findAccount(this.#database.read, row.user_id);
    if (!account || account.disabled) throw new Failure('session_ended');
    if (!row.last_seen_at || at.getTime() - Date.parse(row.last_seen_at) > TOUCH_MS) {
      // Where nothing can be written (a full disk), what is there can still be read.
      await this.#touch(row.id, at).catch((error: unknown) => {
        if (!isUnavailable(error)) throw error;
      });
    }
    const session = { id: row.id, account };
    if (this.#cache.size >= MOST_CACHED) this.#cache.delete(this.#cache.keys().next().value as string);
    this.#cache.set(hash, { session, until: at.getTime() + CACHE_MS });
    return session;
  }

  async revoke(id: string): Promise<void> {
    await this.#end((query) => query.where('id', '=', id));
  }

  /** Ends all sessions of an account, `except` one. */
  async revokeAll(userId: string, except?: string): Promise<void> {
    await this.#end((query) => {
      const mine = query.where('user_id', '=', userId);
      return except ? mine.where('id', '!=', except) : mine;
    });
  }

  /** After an account or its grants changed. */
  forget(): void {
    this.#cache.clear();
  }

  async #end(which: (query: ReturnType<Sessions['revocation']>) => ReturnType<Sessions['revocation']>): Promise<void> {
    await this.#database.transaction(async (trx) => {
      await which(this.revocation(trx)).execute();
    });
    this.forget();
  }

  private revocation(trx: Database['kysely']) {
    return trx.updateTable('sessions').set({ revoked_at: this.#now().toISOString() }).where('revoked_at', 'is', null);
  }

  #expiry(at: Date): string {
    return new Date(at.getTime() + this.#days * 86_400_000).toISOString();
  }

  async #touch(id: string, at: Date): Promise<void> {
    await this.#database.transaction(async (trx) => {
      await trx
        .updateTable('sessions')
        .set({ last_seen_at: at.toISOString(), expires_at: this.#expiry(at) })
        .where('id', '=', id)
        .execute();
    });
  }
}
