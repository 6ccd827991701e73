/** Accounts as administrators see and change them: people, their grants, one-time passwords. */
import { v7 as uuid } from 'uuid';
import type { RecordErrors } from '../../core/errors/catalogue.ts';
import { addError, Failure } from '../../core/errors/catalogue.ts';
import type { Grant } from '../../core/records/types.ts';
import type { Database, Handle } from '../db/database.ts';
import { raiseNames } from '../db/nameStamp.ts';
import { logAccountEvent } from './log.ts';
import { usernameKey } from './login.ts';
import { hashPassword, oneTimePassword } from './passwords.ts';
import type { Sessions } from './sessions.ts';

export interface AccountInput {
  username?: string;
  name?: string;
  language?: 'en' | 'fa' | 'ps';
  person_id?: string | null;
  disabled?: boolean;
  grants?: Grant[];
}

export interface AccountRow {
  id: string;
  username: string;
  name: string;
  language: string;
  person_id: string | null;
  disabled: boolean;
  must_change_password: boolean;
  last_login_at: string | null;
  created_at: string;
  grants: Grant[];
}

export class AccountAdministration {
  readonly #database: Database;
  readonly #sessions: Sessions;
  readonly #now: () => Date;

  constructor(database: Database, sessions: Sessions, now: () => Date) {
    this.#database = database;
    this.#sessions = sessions;
    this.#now = now;
  }

  async list(page: number, perPage: number, search?: string): Promise<{ rows: AccountRow[]; total: number }> {
    const db = this.#database.read;
    const key = search ? `%${usernameKey(search).replace(/[\\%_]/g, '')}%` : undefined;
    const matching = db
      .selectFrom('users')
      .$if(key !== undefined, (query) => query.where('username_key', 'like', key as string));
    const { count } = await matching.select((eb) => eb.fn.countAll().as('count')).executeTakeFirstOrThrow();
    const users = await matching
      .selectAll()
      .orderBy('username_key')
      .limit(perPage)
      .offset((page - 1) * perPage)
      .execute();
    return { rows: await this.#withGrants(users.map((user) => user.id)), total: Number(count) };
  }

  /** Throws record_not_found. */
  async get(id: string): Promise<AccountRow> {
    const [row] = await this.#withGrants([id]);
    if (!row) throw new Failure('record_not_found');
    return row;
  }

  /** A new account with a password for one login, told once. `by` is who does it, here and below. */
  async create(input: AccountInput, by: string): Promise<{ account: AccountRow; password: string }> {
    const password = oneTimePassword();
    const password_hash = await hashPassword(password);
    const id = uuid();
    const at = this.#now().toISOString();
    const { username = '', name = '', language = 'en', person_id = null, disabled = false, grants = [] } = input;
    await this.#writing(async (trx) => {
      await trx
        .insertInto('users')
        .values({
          id,
          username,
          username_key: usernameKey(username),
          name,
          password_hash,
          person_id,
          language,
          calendar: null,
          must_change_password: 1,
          disabled: disabled ? 1 : 0,
          failed_logins: 0,
          locked_until: null,
          last_login_at: null,
          created_at: at,
          updated_at: at,
        })
        .execute();
      await this.#putGrants(trx, id, grants, at);
      await logAccountEvent(trx, { at, by, action: 'account_made', detail: { account: id } });
    });
    return { account: await this.get(id), password };
  }

  /** Changes what is given; grants are replaced as a whole. Closing an account ends its sessions. */
  async update(id: string, input: AccountInput, by: string): Promise<AccountRow> {
    const before = await this.get(id);
    const at = this.#now().toISOString();
    const { username, grants, disabled, ...rest } = input;
    await this.#writing(async (trx) => {
      await trx
        .updateTable('users')
        .set({
          ...rest,
          ...(username && { username, username_key: usernameKey(username) }),
          ...(disabled !== undefined && { disabled: disabled ? 1 : 0 }),
          updated_at: at,
        })
        .where('id', '=', id)
        .execute();
      if (rest.name !== undefined) await raiseNames(trx);
      if (grants) await this.#putGrants(trx, id, grants, at);
      const isToggled = disabled !== undefined && disabled !== before.disabled;
      await logAccountEvent(trx, {
        at,
        by,
        action: isToggled ? (disabled ? 'account_closed' : 'account_opened') : 'account_changed',
        detail: { account: id, changed: Object.keys(input) },
      });
    });
    if (disabled) await this.#sessions.revokeAll(id);
    this.#sessions.forget();
    return this.get(id);
  }

  /** A new one-time password; every session of the account ends, a lock is lifted. */
  async resetPassword(id: string, by: string): Promise<string> {
    await this.get(id);
    const password = oneTimePassword();
    const password_hash = await hashPassword(password);
    const at = this.#now().toISOString();
    await this.#database.transaction(async (trx) => {
      await trx
        .updateTable('users')
        .set({
          password_hash,
          must_change_password: 1,
          failed_logins: 0,
          locked_until: null,
          updated_at: at,
        })
        .where('id', '=', id)
        .execute();
      await logAccountEvent(trx, { at, by, action: 'password_reset', detail: { account: id } });
    });
    await this.#sessions.revokeAll(id);
    return password;
  }

  async #writing(work: (trx: Handle) => Promise<void>): Promise<void> {
    try {
      await this.#database.transaction(work);
    } catch (error) {
      if (!this.#database.dialect.isUniqueViolation(error)) throw error;
      const errors: RecordErrors = {};
      addError(errors, '/username', 'unique');
      throw new Failure('validation_failed', { errors });
    }
  }

  async #putGrants(trx: Handle, userId: string, grants: Grant[], at: string): Promise<void> {
    await trx.deleteFrom('grants').where('user_id', '=', userId).execute();
    if (grants.length === 0) return;
    await trx
      .insertInto('grants')
      .values(grants.map((grant) => ({ id: uuid(), user_id: userId, created_at: at, ...grant })))
      .execute();
  }

  async #withGrants(ids: string[]): Promise<AccountRow[]> {
    if (ids.length === 0) return [];
    const db = this.#database.read;
    const users = await db.selectFrom('users').selectAll().where('id', 'in', ids).orderBy('username_key').execute();
    const grants = await db.selectFrom('grants').selectAll().where('user_id', 'in', ids).orderBy('id').execute();
    return users.map((user) => ({
      id: user.id,
      username: user.username,
      name: user.name,
      language: user.language,
      person_id: user.person_id,
      disabled: user.disabled === 1,
      must_change_password: user.must_change_password === 1,
      last_login_at: user.last_login_at,
      created_at: user.created_at,
      grants: grants
        .filter((grant) => grant.user_id === user.id)
        .map(({ role, programme, province_id }) => ({ role, programme, province_id })),
    }));
  }
}
