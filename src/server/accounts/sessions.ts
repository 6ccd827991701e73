/**
 * Opaque sessions that expire when unused and can be revoked. Lookups are cached for `CACHE_MS`, so a revocation on another
 * server takes effect within that time; on this server it is immediate.
 * Tokens are 256 random bits. The server stores only the hash.
 */

import { createHash, randomBytes } from 'node:crypto';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { LRUCache } from 'lru-cache';
import { v7 as uuid } from 'uuid';
import { Failure } from '../../core/errors/failure.ts';
import { deviceName } from '../../core/text/deviceName.ts';
import { logNewRow } from '../db/coveredRows.ts';
import type { Database, Handle } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { type Account, findAccount } from './actors.ts';

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Returns the token of an Authorization header, or undefined. */
export function bearerToken(header: string | undefined): string | undefined {
  const hit = /^Bearer +([A-Za-z0-9._~+/=-]{20,200})$/i.exec(header ?? '');
  return hit?.[1];
}

export interface Session {
  id: string;
  account: Account;
}

const CACHE_MS = 5_000;
const MOST_CACHED = 5_000;
/** Age at which `last_seen_at` is written again. Keeps most reads from causing a write. */
const TOUCH_MS = 10 * 60_000;

/** Lifetime of a session in which the office takes work in, and of one that a full database could not store. */
const SHORT_MS = 60 * 60_000;
/** Number of sessions that a full database could not store: enough to free disk space. */
const MOST_UNWRITTEN = 200;

/** Why sessions of an account were ended, as a code of the error catalogue. */
export type SessionEndReason = 'account_closed' | 'password_changed';

function isReason(code: string): code is SessionEndReason {
  return code === 'account_closed' || code === 'password_changed';
}

/** A session that has not ended. */
interface Found {
  id: string;
  userId: string;
  takenInBy?: string;
}

interface Cached {
  session: Session;
  until: number;
}

/** A session to create. */
export interface NewSession {
  token: string;
  userId: string;
  /** The User-Agent header. */
  device: string | undefined;
  /** The token of the known device. */
  deviceToken?: string;
  /** Id of the account of the office that takes the user's work in. Such a session ends after an hour. */
  takenInBy?: string;
}

export interface SessionOptions {
  database: Database;
  /** Days after which an unused session ends, and days after which every session ends. */
  days: number;
  maxDays: number;
  now: () => Date;
  /** Runs a write. Returns false if the database takes no writes now. */
  tolerate(write: () => Promise<void>): Promise<boolean>;
}

export class Sessions {
  readonly #options: SessionOptions;
  readonly #cache = new LRUCache<string, Cached>({ max: MOST_CACHED });
  /** Sessions that the database could not store, by token hash. */
  readonly #unwritten = new LRUCache<string, { id: string; userId: string; until: number }>({ max: MOST_UNWRITTEN });

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** Creates a session in its own transaction. The token is returned only here. */
  async open(userId: string, device: string | undefined): Promise<string> {
    const token = newToken();
    const at = this.#options.now();
    await this.#options.database.transaction((trx) => this.insert(trx, { token, userId, device }, at));
    return token;
  }

  /** Creates a session inside the transaction of a login. */
  async insert(trx: Handle, { token, userId, device, deviceToken, takenInBy }: NewSession, at: Date): Promise<void> {
    const id = uuid();
    await trx
      .insertInto('sessions')
      .values({
        id,
        token_hash: tokenHash(token),
        user_id: userId,
        created_at: at.toISOString(),
        expires_at: takenInBy ? new Date(at.getTime() + SHORT_MS).toISOString() : this.#expiry(at, at.toISOString()),
        last_seen_at: at.toISOString(),
        device: deviceName(device),
        device_hash: deviceToken ? tokenHash(deviceToken) : null,
        taken_in_by: takenInBy ?? null,
      })
      .execute();
    await logNewRow(trx, 'session', userId, `${userId}/${id}`);
    await trx.deleteFrom('sessions').where('expires_at', '<', at.toISOString()).execute();
  }

  /** Keeps a session in memory for an hour. While the database takes no writes, an administrator must still log in. */
  keepUnwritten({ token, userId }: NewSession): void {
    this.#unwritten.set(tokenHash(token), { id: uuid(), userId, until: this.#options.now().getTime() + SHORT_MS });
  }

  /**
   * Returns the session of a token. Throws `unauthorized` (401) without a token, `session_ended` (401) if it has ended. A
   * device that held a valid one is told that the account was closed or the password changed, so that it can keep unsent work.
   */
  async find(token: string | undefined): Promise<Session> {
    if (!token) throw new Failure('unauthorized');
    const hash = tokenHash(token);
    const at = this.#options.now();
    const known = this.#cache.get(hash);
    if (known && known.until > at.getTime()) return known.session;
    this.#cache.delete(hash);
    const row = (await this.#written(hash, at)) ?? this.#kept(hash, at);
    if (!row) throw new Failure('session_ended');
    const account = await this.#accountOf(row);
    if (account?.disabled && !account.actor.taken_in_by) throw new Failure('account_closed');
    if (!account) throw new Failure('session_ended');
    const session = { id: row.id, account };
    this.#cache.set(hash, { session, until: at.getTime() + CACHE_MS });
    return session;
  }

  async #accountOf({ userId, takenInBy }: Found): Promise<Account | undefined> {
    const { read } = this.#options.database;
    const account = await findAccount(read, userId);
    if (!account || !takenInBy) return account;
    const office = await findAccount(read, takenInBy);
    if (!office || office.disabled) return undefined;
    const { id, name } = office.actor;
    return { ...account, actor: { ...account.actor, taken_in_by: { id, name } } };
  }

  async #written(hash: string, at: Date): Promise<Found | undefined> {
    const row = await this.#options.database.read
      .selectFrom('sessions')
      .select(['id', 'user_id', 'created_at', 'expires_at', 'revoked_at', 'ended_by', 'last_seen_at', 'taken_in_by'])
      .where('token_hash', '=', hash)
      .executeTakeFirst();
    if (row?.revoked_at && row.ended_by && isReason(row.ended_by)) throw new Failure(row.ended_by);
    // The setting may have become shorter since the session was created.
    if (!row || row.revoked_at || row.expires_at <= at.toISOString() || this.#end(row.created_at) <= at.getTime())
      return undefined;
    if (row.taken_in_by) return { id: row.id, userId: row.user_id, takenInBy: row.taken_in_by };
    // A full disk must not keep anybody from reading.
    if (!row.last_seen_at || at.getTime() - Date.parse(row.last_seen_at) > TOUCH_MS)
      await this.#options.tolerate(() => this.#touch(row, at));
    return { id: row.id, userId: row.user_id };
  }

  #kept(hash: string, at: Date): Found | undefined {
    const kept = this.#unwritten.get(hash);
    return kept && kept.until > at.getTime() ? kept : undefined;
  }

  async revoke(id: string): Promise<void> {
    this.#drop((one) => one.id === id);
    await this.#revoke((eb) => eb('id', '=', id));
  }

  /** Ends all sessions of an account `except` one. `reason` is what their devices are told. */
  async revokeAll(userId: string, except = '', reason?: SessionEndReason): Promise<void> {
    this.#drop((one) => one.userId === userId && one.id !== except);
    await this.#revoke((eb) => eb.and([eb('user_id', '=', userId), eb('id', '!=', except)]), reason);
  }

  /** Clears the cache after an account or its grants changed. */
  forget(): void {
    this.#cache.clear();
  }

  #drop(which: (session: { id: string; userId: string }) => boolean): void {
    for (const [hash, session] of [...this.#unwritten]) if (which(session)) this.#unwritten.delete(hash);
    this.forget();
  }

  async #revoke(
    which: (eb: ExpressionBuilder<Tables, 'sessions'>) => Expression<SqlBool>,
    ended_by: SessionEndReason | null = null,
  ): Promise<void> {
    const revoked_at = this.#options.now().toISOString();
    await this.#options.database.transaction((trx) =>
      trx.updateTable('sessions').set({ revoked_at, ended_by }).where('revoked_at', 'is', null).where(which).execute(),
    );
    this.forget();
  }

  /** Returns when a session created at this time ends at the latest, however much it is used. */
  #end(createdAt: string): number {
    return Date.parse(createdAt) + this.#options.maxDays * 86_400_000;
  }

  #expiry(at: Date, createdAt: string): string {
    return new Date(Math.min(at.getTime() + this.#options.days * 86_400_000, this.#end(createdAt))).toISOString();
  }

  async #touch({ id, created_at }: { id: string; created_at: string }, at: Date): Promise<void> {
    await this.#options.database.transaction(async (trx) => {
      await trx
        .updateTable('sessions')
        .set({ last_seen_at: at.toISOString(), expires_at: this.#expiry(at, created_at) })
        .where('id', '=', id)
        .execute();
    });
  }
}
