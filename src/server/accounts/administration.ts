/** Accounts as administrators see and change them: people, their grants, one-time passwords. */
import { v7 as uuid } from 'uuid';
import { Failure } from '../../core/errors/failure.ts';
import { addError, type RecordErrors } from '../../core/errors/recordErrors.ts';
import type { AccountChange, AccountView } from '../../core/generated/api.ts';
import type { Grant } from '../../core/records/types.ts';
import { foldText } from '../../core/text/letters.ts';
import { changeCovered } from '../db/coveredRows.ts';
import type { Handle } from '../db/database.ts';
import { peopleById } from '../db/rows.ts';
import type { AccountDeps } from './deps.ts';
import { logAccountEvent } from './log.ts';
import { accountScopes, insertAccount, insertGrants } from './newAccount.ts';
import { hashPassword, oneTimePassword, oneTimePasswordExpiry } from './passwords.ts';
import { newToken } from './sessions.ts';
import { usernameKey, usernameSkeleton } from './usernames.ts';

export interface AccountInput {
  username?: string;
  name?: string;
  language?: 'en' | 'fa' | 'ps';
  person_id?: string | null;
  disabled?: boolean;
  grants?: Grant[];
}

export interface AccountFilter {
  text?: string;
  role?: string;
  /** Accounts that hold one of these roles. */
  roles?: readonly string[];
  programme?: string;
  /** Id of a province named in a grant. */
  province?: string;
  state?: 'active' | 'disabled' | 'never';
}

const CHANGES_SHOWN = 50;

export class AccountAdministration {
  readonly #deps: AccountDeps;

  constructor(deps: AccountDeps) {
    this.#deps = deps;
  }

  /** Returns one page, ordered by user name. `text` is searched in names and user names, folded. */
  async list(
    page: number,
    perPage: number,
    filter: AccountFilter = {},
  ): Promise<{ rows: AccountView[]; total: number }> {
    const ids = await this.#matching(filter);
    return { rows: await this.#withGrants(ids.slice((page - 1) * perPage, page * perPage)), total: ids.length };
  }

  /** Returns matching ids, ordered by user name. One organisation has few accounts, so text is folded here, not in SQL. */
  async #matching({ text, role, roles, programme, province, state }: AccountFilter): Promise<string[]> {
    const granted = (column: 'role' | 'programme' | 'province_id', values: readonly string[]) =>
      this.#deps.database.read.selectFrom('grants').select('user_id').where(column, 'in', values);
    let query = this.#deps.database.read
      .selectFrom('users')
      .select(['id', 'name', 'username_key'])
      .orderBy('username_key');
    if (role) query = query.where('id', 'in', granted('role', [role]));
    if (roles) query = query.where('id', 'in', granted('role', roles));
    if (programme) query = query.where('id', 'in', granted('programme', [programme]));
    if (province) query = query.where('id', 'in', granted('province_id', [province]));
    if (state === 'disabled') query = query.where('disabled', '=', 1);
    if (state === 'active') query = query.where('disabled', '=', 0);
    if (state === 'never') query = query.where('last_login_at', 'is', null);
    const words = foldText(text ?? '')
      .split(' ')
      .filter(Boolean);
    return (await query.execute())
      .filter((user) => words.every((word) => user.username_key.includes(word) || foldText(user.name).includes(word)))
      .map((user) => user.id);
  }

  /** Throws record_not_found. */
  async get(id: string): Promise<AccountView> {
    const [row] = await this.#withGrants([id]);
    if (!row) throw new Failure('record_not_found');
    return row;
  }

  /** Creates an account with a one-time password, returned only here. `by` is the acting user, here and below. */
  async create(
    input: AccountInput,
    by: string,
  ): Promise<{ account: AccountView; password: string; expires_at: string }> {
    const password = oneTimePassword();
    const password_hash = await hashPassword(password, this.#deps.cost);
    const id = uuid();
    const at = this.#deps.now().toISOString();
    const { username = '', name = '', language = 'en', person_id = null, disabled = false, grants = [] } = input;
    await this.#writing(username, async (trx) => {
      const given = { id, username, name, language, person_id, password_hash, disabled, grants };
      await insertAccount(trx, { ...given, must_change_password: true }, at);
      await logAccountEvent(trx, { at, by, action: 'account_made', detail: { account: id, after: { grants } } });
    });
    return { account: await this.get(id), password, expires_at: oneTimePasswordExpiry(at) };
  }

  /** Changes the given properties. Grants are replaced as a whole. Disabling an account ends its sessions. */
  async update(id: string, input: AccountInput, by: string): Promise<AccountView> {
    const before = await this.get(id);
    const at = this.#deps.now().toISOString();
    const { username, grants, disabled, ...rest } = input;
    await this.#writing(username ?? '', async (trx) => {
      const changed = {
        ...rest,
        ...(username && {
          username,
          username_key: usernameKey(username),
          username_skeleton: usernameSkeleton(username),
        }),
        ...(disabled !== undefined && { disabled: disabled ? 1 : 0 }),
        updated_at: at,
      };
      await changeCovered(trx, accountScopes(id), async () => {
        await trx.updateTable('users').set(changed).where('id', '=', id).execute();
        if (!grants) return;
        await trx.deleteFrom('grants').where('user_id', '=', id).execute();
        await insertGrants(trx, id, grants, at);
      });
      const isToggled = disabled !== undefined && disabled !== before.disabled;
      await logAccountEvent(trx, {
        at,
        by,
        action: isToggled ? (disabled ? 'account_closed' : 'account_opened') : 'account_changed',
        detail: { account: id, ...differences(before, input) },
      });
    });
    if (disabled) await this.#deps.sessions.revokeAll(id, '', 'account_closed');
    this.#deps.sessions.forget();
    return this.get(id);
  }

  /** Sets a new one-time password, ends all sessions of the account and forgets its devices. */
  async resetPassword(id: string, by: string): Promise<{ password: string; expires_at: string }> {
    await this.get(id);
    const password = oneTimePassword();
    const password_hash = await hashPassword(password, this.#deps.cost);
    const at = this.#deps.now().toISOString();
    const expires_at = oneTimePasswordExpiry(at);
    await this.#deps.database.transaction(async (trx) => {
      const changed = { password_hash, must_change_password: 1, password_expires_at: expires_at, updated_at: at };
      await changeCovered(trx, [{ kind: 'account', of: [id] }], () =>
        trx.updateTable('users').set(changed).where('id', '=', id).execute(),
      );
      await this.#deps.devices.forget(trx, id);
      await logAccountEvent(trx, { at, by, action: 'password_reset', detail: { account: id } });
    });
    await this.#deps.sessions.revokeAll(id, '', 'password_changed');
    return { password, expires_at };
  }

  /**
   * Opens a session in which somebody of the office sends what is in a rescue file of this account, also of a closed one.
   * Throws record_not_found.
   */
  async takeIn(id: string, by: string, browser: string | undefined): Promise<string> {
    await this.get(id);
    const token = newToken();
    const at = this.#deps.now();
    await this.#deps.database.transaction(async (trx) => {
      await this.#deps.sessions.insert(trx, { token, userId: id, device: browser, takenInBy: by }, at);
      await logAccountEvent(trx, { at: at.toISOString(), by, action: 'work_taken_in', detail: { account: id } });
    });
    return token;
  }

  /** Notes what somebody of the office did on their own computer with the unsent work of an account. Throws record_not_found. */
  async note(
    id: string,
    by: string,
    action: 'opening_given' | 'work_left_out',
    after?: Record<string, unknown>,
  ): Promise<void> {
    await this.get(id);
    const at = this.#deps.now().toISOString();
    await this.#deps.database.transaction((trx) =>
      logAccountEvent(trx, { at, by, action, detail: { account: id, ...(after && { after }) } }),
    );
  }

  /** Ends all sessions of the account and forgets its devices. */
  async endSessions(id: string, by: string): Promise<void> {
    await this.get(id);
    await this.#deps.sessions.revokeAll(id);
    const at = this.#deps.now().toISOString();
    await this.#deps.database.transaction(async (trx) => {
      await this.#deps.devices.forget(trx, id);
      await logAccountEvent(trx, { at, by, action: 'sessions_ended', detail: { account: id } });
    });
  }

  /** Returns the newest events of an account, logins included. Throws record_not_found. */
  async changes(id: string): Promise<AccountChange[]> {
    await this.get(id);
    const db = this.#deps.database.read;
    const rows = await db
      .selectFrom('events')
      .select(['at', 'user_id', 'action', 'detail'])
      .where('form', 'is', null)
      .where('detail', 'like', `%"account":${JSON.stringify(id)}%`)
      .orderBy('id', 'desc')
      .limit(CHANGES_SHOWN)
      .execute();
    const ids = rows.map(({ user_id }) => user_id);
    const person = await peopleById(db, ids);
    return rows.map(({ at, user_id, action, detail }) => {
      const { before, after } = JSON.parse(detail ?? '{}') as Pick<AccountChange, 'before' | 'after'>;
      return { at, by: person(user_id), action, ...(before && { before }), ...(after && { after }) };
    });
  }

  /** Runs a transaction. Throws validation_failed if the user name is taken or looks like another one. */
  async #writing(username: string, work: (trx: Handle) => Promise<void>): Promise<void> {
    try {
      await this.#deps.database.transaction(work);
    } catch (error) {
      if (!this.#deps.database.dialect.isUniqueViolation(error)) throw error;
      const same = await this.#deps.database.read
        .selectFrom('users')
        .select('id')
        .where('username_key', '=', usernameKey(username))
        .executeTakeFirst();
      const errors: RecordErrors = {};
      addError(errors, '/username', same ? 'unique' : 'username_similar');
      throw new Failure('validation_failed', { errors });
    }
  }

  async #withGrants(ids: string[]): Promise<AccountView[]> {
    if (ids.length === 0) return [];
    const db = this.#deps.database.read;
    const users = await db.selectFrom('users').selectAll().where('id', 'in', ids).orderBy('username_key').execute();
    const grants = await db.selectFrom('grants').selectAll().where('user_id', 'in', ids).orderBy('id').execute();
    const open = await db
      .selectFrom('sessions')
      .select(['user_id', (eb) => eb.fn.countAll().as('n')])
      .where('user_id', 'in', ids)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', this.#deps.now().toISOString())
      .groupBy('user_id')
      .execute();
    return users.map(({ id, username, name, language, person_id, last_login_at, created_at, ...user }) => ({
      id,
      username,
      name,
      language,
      person_id,
      disabled: user.disabled === 1,
      must_change_password: user.must_change_password === 1,
      last_login_at,
      created_at,
      sessions: Number(open.find((one) => one.user_id === id)?.n ?? 0),
      grants: grants
        .filter((grant) => grant.user_id === id)
        .map(({ role, programme, province_id }) => ({ role, programme, province_id })),
    }));
  }
}

/** Returns the changed values, before and after. */
function differences(before: AccountView, input: AccountInput): Pick<AccountChange, 'before' | 'after'> {
  const changed = Object.entries(input).filter(
    ([key, value]) => JSON.stringify(before[key as keyof AccountView]) !== JSON.stringify(value),
  );
  return {
    before: Object.fromEntries(changed.map(([key]) => [key, before[key as keyof AccountView]])),
    after: Object.fromEntries(changed),
  };
}
