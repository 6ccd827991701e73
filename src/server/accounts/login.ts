/**
 * Checks logins. Wrong passwords make the next attempt wait. The wait comes soon for one address with one name. It comes
 * much later for a name from all addresses, so that no stranger locks anybody out. A device that logged in before does not
 * wait. Names that no account has are counted, checked and answered in the same way.
 */
import { Failure } from '../../core/errors/failure.ts';
import type { UsersTable } from '../db/accountTables.ts';
import { changeCovered } from '../db/coveredRows.ts';
import type { Handle } from '../db/database.ts';
import { addressForLog, rateLimitKey } from './addresses.ts';
import { Backoff } from './backoff.ts';
import type { AccountDeps } from './deps.ts';
import { logAccountEvent, NO_ACTOR } from './log.ts';
import { hashPassword, ONE_TIME_DAYS, verifyPassword } from './passwords.ts';
import { RateCounter } from './rate.ts';
import { usernameKey } from './usernames.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Wrong passwords from one address for any name. */
const PER_ADDRESS = { limit: 100, window: 5 * MINUTE };
/** Wrong passwords from one address for one name. In the long run, about six attempts an hour are possible. */
const PER_NAME_AND_ADDRESS = { free: 5, first: 10 * SECOND, most: 15 * MINUTE, forgive: 10 * MINUTE };
/** Wrong passwords for one name from all addresses. Forgives 20 an hour, more than three addresses can use up. */
const PER_NAME = { free: 30, first: 5 * SECOND, most: 5 * MINUTE, forgive: 3 * MINUTE };
/** Wrong passwords from a known device. Beyond the limit it counts as unknown until 24 hours after the first one. */
const PER_DEVICE = { limit: 20, window: 24 * 60 * MINUTE };

export interface LoginAttempt {
  username: unknown;
  password: unknown;
  /** The token that the server gave this device at an earlier login. */
  device: unknown;
  address: string;
}

/** The user who was let in. `renewed` is the same password hashed at today's cost, if the stored hash is cheaper. */
export interface LoginSuccess {
  user: UsersTable;
  renewed: string | undefined;
}

export class LoginGuard {
  readonly #deps: AccountDeps;
  readonly #byAddress = new RateCounter(PER_ADDRESS);
  readonly #byNameAndAddress = new Backoff(PER_NAME_AND_ADDRESS);
  readonly #byName = new Backoff(PER_NAME);
  readonly #byDevice = new RateCounter(PER_DEVICE);

  constructor(deps: AccountDeps) {
    this.#deps = deps;
  }

  /** Throws login_required, rate_limited, login_locked, login_failed, account_disabled or password_expired. */
  async check({ username, password, device, address }: LoginAttempt): Promise<LoginSuccess> {
    if (typeof username !== 'string' || typeof password !== 'string' || !username.trim() || !password) {
      throw new Failure('login_required');
    }
    const key = usernameKey(username);
    const db = this.#deps.database.read;
    const user = await db.selectFrom('users').selectAll().where('username_key', '=', key).executeTakeFirst();
    const known = await this.#deps.devices.find(device, user?.id);
    const at = this.#deps.now();
    const count = this.#counted(key, address, known && `${known} ${key}`, at.getTime());
    const { right, outdated } = await verifyPassword(password, user?.password_hash, {
      cost: this.#deps.cost,
      first: count.isKnown,
    });
    if (!user || !right) {
      await this.#failed(user?.id, at, address);
      throw new Failure('login_failed');
    }
    count.takeBack();
    if (user.disabled) throw new Failure('account_disabled');
    if (user.password_expires_at && user.password_expires_at <= at.toISOString())
      throw new Failure('password_expired', { params: { days: ONE_TIME_DAYS } });
    return { user, renewed: outdated ? await hashPassword(password, this.#deps.cost) : undefined };
  }

  /** Records the login inside its transaction. */
  async record(trx: Handle, { user, renewed }: LoginSuccess, address: string, at: Date): Promise<void> {
    const { id, password_hash } = user;
    if (renewed)
      await changeCovered(trx, [{ kind: 'account', of: [id] }], () =>
        trx
          .updateTable('users')
          .set({ password_hash: renewed })
          .where('id', '=', id)
          // Do not overwrite a password that was changed meanwhile.
          .where('password_hash', '=', password_hash)
          .execute(),
      );
    await trx.updateTable('users').set({ last_login_at: at.toISOString() }).where('id', '=', id).execute();
    const detail = { account: id, address: addressForLog(address) };
    await logAccountEvent(trx, { at: at.toISOString(), by: id, action: 'login', detail });
  }

  /** Counts the attempt as wrong until `takeBack` is called. `device` is the key of a known device. Throws as `check`. */
  #counted(
    key: string,
    address: string,
    device: string | undefined,
    at: number,
  ): { isKnown: boolean; takeBack(): void } {
    if (device && this.#byDevice.wait(device, at) === 0) {
      this.#byDevice.use(device, at);
      return { isKnown: true, takeBack: () => this.#byDevice.forget(device) };
    }
    const limited = rateLimitKey(address);
    const pair = `${limited} ${key}`;
    const tooMany = this.#byAddress.wait(limited, at);
    if (tooMany > 0) throw new Failure('rate_limited', { params: { seconds: tooMany } });
    const seconds = Math.max(this.#byNameAndAddress.wait(pair, at), this.#byName.wait(key, at));
    if (seconds > 0) throw new Failure('login_locked', { params: { seconds, minutes: Math.ceil(seconds / 60) } });
    this.#byAddress.use(limited, at);
    this.#byNameAndAddress.count(pair, at);
    this.#byName.count(key, at);
    const takeBack = () => {
      // Only failures count against the address, because a whole office may share one.
      this.#byAddress.giveBack(limited);
      this.#byNameAndAddress.forget(pair);
      this.#byName.takeBack(key);
    };
    return { isKnown: false, takeBack };
  }

  /** Logs a failed login. A name that no account has causes the same write. */
  async #failed(id: string | undefined, at: Date, address: string): Promise<void> {
    const detail = { ...(id && { account: id }), address: addressForLog(address) };
    const event = { at: at.toISOString(), by: id ?? NO_ACTOR, action: 'login_failed', detail } as const;
    await this.#deps.tolerate(() => this.#deps.database.transaction((trx) => logAccountEvent(trx, event)));
  }
}
