/** Accounts: login, passwords, and what administrators change. */

import type { FastifyBaseLogger } from 'fastify';
import { v7 as uuid } from 'uuid';
import type { Language } from '../../core/text/languages.ts';
import type { Database } from '../db/database.ts';
import { AccountAdministration } from './administration.ts';
import type { AccountDeps } from './deps.ts';
import { LoginDevices } from './devices.ts';
import { CONSOLE_ACTOR, logAccountEvent } from './log.ts';
import { type LoginAttempt, LoginGuard } from './login.ts';
import { insertAccount } from './newAccount.ts';
import { OwnPassword } from './ownPassword.ts';
import { OwnSessions } from './ownSessions.ts';
import { hashPassword, oneTimePassword, PASSWORD_COST, type PasswordCost } from './passwords.ts';
import { newToken, type Session, Sessions } from './sessions.ts';

export interface AccountsOptions {
  /** Days after which an unused session ends, and days after which every session ends. */
  sessionDays: number;
  sessionMaxDays: number;
  now: () => Date;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Cost of new hashes and of every password check. Default is `PASSWORD_COST`. */
  passwordCost?: PasswordCost | undefined;
}

export interface LoginResult {
  /** The session token. */
  token: string;
  /** The device token, to be sent at the next login. Absent if it could not be stored. */
  deviceToken?: string;
}

export class Accounts {
  readonly sessions: Sessions;
  readonly ownPassword: OwnPassword;
  readonly ownSessions: OwnSessions;
  readonly administration: AccountAdministration;
  readonly #login: LoginGuard;
  readonly #deps: AccountDeps;
  readonly #log: AccountsOptions['log'];

  constructor(
    database: Database,
    { sessionDays, sessionMaxDays, now, log, passwordCost = PASSWORD_COST }: AccountsOptions,
  ) {
    const tolerate = (write: () => Promise<void>) => this.#tolerate(write);
    const devices = new LoginDevices(database);
    this.sessions = new Sessions({ database, days: sessionDays, maxDays: sessionMaxDays, now, tolerate });
    this.#log = log;
    this.#deps = { database, devices, sessions: this.sessions, now, cost: passwordCost, tolerate };
    this.#login = new LoginGuard(this.#deps);
    this.ownSessions = new OwnSessions(this.#deps);
    this.ownPassword = new OwnPassword(this.#deps);
    this.administration = new AccountAdministration(this.#deps);
  }

  /**
   * Opens a session. Throws as `Login.check`. If the database takes no writes, the session lives in this server's memory for
   * an hour. The login then goes to the server log instead of the activity log.
   */
  async logIn(attempt: LoginAttempt & { browser: string | undefined }): Promise<LoginResult> {
    const letIn = await this.#login.check(attempt);
    const at = this.#deps.now();
    const deviceToken = await this.#deps.devices.tokenFor(attempt.device);
    const session = { token: newToken(), userId: letIn.user.id, device: attempt.browser, deviceToken };
    const isWritten = await this.#tolerate(() =>
      this.#deps.database.transaction(async (trx) => {
        await this.#login.record(trx, letIn, attempt.address, at);
        await this.#deps.devices.remember(trx, deviceToken, letIn.user.id, at);
        await this.sessions.insert(trx, session, at);
      }),
    );
    if (!isWritten) this.sessions.keepUnwritten(session);
    return { token: session.token, ...(isWritten && { deviceToken }) };
  }

  /** Runs a write. Returns false if the database takes no writes now (no space, read-only). */
  async #tolerate(write: () => Promise<void>): Promise<boolean> {
    try {
      await write();
      return true;
    } catch (error) {
      if (!this.#deps.database.dialect.takesNoWrites(error)) throw error;
      this.#log.warn({ err: error }, 'a login was not written down: the database takes no writes');
      return false;
    }
  }

  /** Ends the user's own session. */
  async leave({ id, account }: Session): Promise<void> {
    await this.sessions.revoke(id);
    const at = this.#deps.now().toISOString();
    const { id: owner, taken_in_by } = account.actor;
    const by = taken_in_by?.id ?? owner;
    await this.#deps.database.transaction((trx) =>
      logAccountEvent(trx, { at, by, action: 'logout', detail: { account: owner } }),
    );
  }

  /** Stores the language and calendar that a person chose for themselves. */
  async choose(userId: string, choice: { language?: Language; calendar?: 'solar' | 'gregorian' }): Promise<void> {
    await this.#deps.database.transaction(async (trx) => {
      await trx
        .updateTable('users')
        .set({ ...choice, updated_at: this.#deps.now().toISOString() })
        .where('id', '=', userId)
        .execute();
    });
    this.sessions.forget();
  }

  /** If the server has no account, creates one with this role. Returns a password that is shown only once. */
  async firstAdministrator(role: string): Promise<{ username: string; password: string } | undefined> {
    const anyone = await this.#deps.database.read.selectFrom('users').select('id').limit(1).executeTakeFirst();
    if (anyone) return undefined;
    const password = oneTimePassword();
    const password_hash = await hashPassword(password, this.#deps.cost);
    const at = this.#deps.now().toISOString();
    const id = uuid();
    await this.#deps.database.transaction(async (trx) => {
      const account = { id, username: 'admin', name: 'Administrator', language: 'en', person_id: null, password_hash };
      const grants = [{ role, programme: null, province_id: null }];
      await insertAccount(trx, { ...account, grants, must_change_password: true, disabled: false }, at);
      await logAccountEvent(trx, { at, by: CONSOLE_ACTOR, action: 'account_made', detail: { account: id } });
    });
    return { username: 'admin', password };
  }
}
