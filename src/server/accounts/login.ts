/**
 * Logging in. Too many attempts from one address for one name wait; a name that fails often is locked for some minutes
 * (softly: the lock ends by itself). Unknown people cost the same time and get the same answer.
 */
import { Failure } from '../../core/errors/catalogue.ts';
import { fold } from '../../core/text/fold.ts';
import type { Database } from '../db/database.ts';
import type { UsersTable } from '../db/tables.ts';
import { RateCounter } from '../http/rate.ts';
import { logAccountEvent, NOBODY } from './log.ts';
import { hashPassword, type PasswordCost, verifyPassword } from './passwords.ts';

/** Attempts of one address for one name, and of one address for any name. */
const PER_NAME = { limit: 20, window: 5 * 60_000 };
const PER_ADDRESS = { limit: 100, window: 5 * 60_000 };
/** Failures in a row that lock a name, and for how long. */
const LOCK_AFTER = 8;
const LOCK_MS = 10 * 60_000;

/** The form of a user name that is unique: folded, without spaces around. */
export function usernameKey(username: string): string {
  return fold(username.trim()).slice(0, 100);
}

export class Login {
  readonly #database: Database;
  readonly #now: () => Date;
  readonly #cost: PasswordCost;
  readonly #byName = new RateCounter(PER_NAME);
  readonly #byAddress = new RateCounter(PER_ADDRESS);
  /** Names nobody has are locked like others, or the lock would tell who exists. */
  readonly #unknown = new RateCounter({ limit: LOCK_AFTER, window: LOCK_MS });

  constructor(database: Database, now: () => Date, cost: PasswordCost) {
    this.#database = database;
    this.#now = now;
    this.#cost = cost;
  }

  /** Id of the account; throws login_required, rate_limited, login_locked, login_failed or account_disabled. */
  async check(username: unknown, password: unknown, address: string): Promise<string> {
    if (typeof username !== 'string' || typeof password !== 'string' || !username.trim() || !password) {
      throw new Failure('login_required');
    }
    const key = usernameKey(username);
    this.#limit(key, address);
    const db = this.#database.read;
    const user = await db.selectFrom('users').selectAll().where('username_key', '=', key).executeTakeFirst();
    const at = this.#now();
    const locked = user
      ? (Date.parse(user.locked_until ?? '') || 0) - at.getTime()
      : this.#unknown.wait(key, at.getTime()) * 1000;
    if (locked > 0) throw new Failure('login_locked', { params: { minutes: Math.ceil(locked / 60_000) } });
    const { right, outdated } = await verifyPassword(password, user?.password_hash, { cost: this.#cost });
    if (!user || !right) {
      if (user) await this.#failed(user.id, at, address);
      else await this.#nobody(key, at, address);
      throw new Failure('login_failed');
    }
    if (user.disabled) throw new Failure('account_disabled');
    const renewed = outdated ? await hashPassword(password, this.#cost) : undefined;
    await this.#succeeded(user, at, address, renewed);
    this.#byName.forget(`${address} ${key}`);
    // Only failures use the address up: a whole office may sit behind one.
    this.#byAddress.giveBack(address);
    return user.id;
  }

  #limit(key: string, address: string): void {
    const at = this.#now().getTime();
    const seconds = Math.max(this.#byName.wait(`${address} ${key}`, at), this.#byAddress.wait(address, at));
    if (seconds > 0) throw new Failure('rate_limited', { params: { seconds } });
    this.#byName.use(`${address} ${key}`, at);
    this.#byAddress.use(address, at);
  }

  async #nobody(key: string, at: Date, address: string): Promise<void> {
    this.#unknown.use(key, at.getTime());
    await this.#database.transaction((trx) =>
      logAccountEvent(trx, { at: at.toISOString(), by: NOBODY, action: 'login_failed', detail: { address } }),
    );
  }

  async #failed(id: string, at: Date, address: string): Promise<void> {
    await this.#database.transaction(async (trx) => {
      const { failed_logins } = await trx
        .updateTable('users')
        .set((eb) => ({ failed_logins: eb('failed_logins', '+', 1) }))
        .where('id', '=', id)
        .returning('failed_logins')
        .executeTakeFirstOrThrow();
      const event = { at: at.toISOString(), by: id, detail: { account: id, address } };
      await logAccountEvent(trx, { ...event, action: 'login_failed' });
      if (failed_logins < LOCK_AFTER) return;
      await logAccountEvent(trx, { ...event, action: 'login_locked' });
      await trx
        .updateTable('users')
        .set({ failed_logins: 0, locked_until: new Date(at.getTime() + LOCK_MS).toISOString() })
        .where('id', '=', id)
        .execute();
    });
  }

  /** `renewed`: the same password hashed at today's cost. */
  async #succeeded(
    { id, password_hash }: UsersTable,
    at: Date,
    address: string,
    renewed: string | undefined,
  ): Promise<void> {
    await this.#database.transaction(async (trx) => {
      await trx
        .updateTable('users')
        .set({ failed_logins: 0, locked_until: null, last_login_at: at.toISOString() })
        .where('id', '=', id)
        .execute();
      if (renewed)
        await trx
          .updateTable('users')
          .set({ password_hash: renewed })
          .where('id', '=', id)
          // Not over one that was chosen meanwhile.
          .where('password_hash', '=', password_hash)
          .execute();
      await logAccountEvent(trx, {
        at: at.toISOString(),
        by: id,
        action: 'login',
        detail: { account: id, address },
      });
    });
  }
}
