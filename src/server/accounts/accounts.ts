/** The accounts room: who may come in, with which password, and what administrators change. */

import type { FastifyBaseLogger } from 'fastify';
import { v7 as uuid } from 'uuid';
import { Failure } from '../../core/errors/catalogue.ts';
import type { Language } from '../../core/text/languages.ts';
import type { Database } from '../db/database.ts';
import { AccountAdministration } from './administration.ts';
import { KnownDevices } from './devices.ts';
import { CONSOLE, logAccountEvent } from './log.ts';
import { Login, type LoginAttempt } from './login.ts';
import { insertAccount } from './newAccount.ts';
import {
  COST,
  hashPassword,
  oneTimePassword,
  type PasswordCost,
  passwordWeakness,
  verifyPassword,
} from './passwords.ts';
import { type Session, Sessions } from './sessions.ts';
import { newToken } from './tokens.ts';

export interface AccountsOptions {
  sessionDays: number;
  now: () => Date;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Cost of new hashes and of every check; default `COST`. */
  passwordCost?: PasswordCost | undefined;
}

export interface LoggedIn {
  /** Of the session. */
  token: string;
  /** Of the device, to be sent at its next login; absent when it could not be written down. */
  deviceToken?: string;
}

export class Accounts {
  readonly sessions: Sessions;
  readonly administration: AccountAdministration;
  readonly #login: Login;
  readonly #devices: KnownDevices;
  readonly #log: Pick<FastifyBaseLogger, 'warn'>;
  readonly #database: Database;
  readonly #now: () => Date;
  readonly #cost: PasswordCost;

  constructor(database: Database, { sessionDays, now, log, passwordCost = COST }: AccountsOptions) {
    this.#database = database;
    this.#now = now;
    this.#log = log;
    const tolerate = (write: () => Promise<void>) => this.#tolerate(write);
    this.#devices = new KnownDevices(database);
    this.#cost = passwordCost;
    this.#login = new Login(database, this.#devices, now, passwordCost, tolerate);
    this.sessions = new Sessions(database, sessionDays, now, tolerate);
    this.administration = new AccountAdministration(database, this.sessions, this.#devices, now, passwordCost);
  }

  /**
   * Opens a session. Throws as `Login.check`. When the database has no room for it, the session lives for an hour in this
   * server's memory, and the log is told instead of the activity log.
   */
  async logIn(attempt: LoginAttempt & { browser: string | undefined }): Promise<LoggedIn> {
    const letIn = await this.#login.check(attempt);
    const at = this.#now();
    const deviceToken = await this.#devices.tokenFor(attempt.device);
    const session = { token: newToken(), userId: letIn.user.id, device: attempt.browser, deviceToken };
    const isWritten = await this.#tolerate(() =>
      this.#database.transaction(async (trx) => {
        await this.#login.record(trx, letIn, attempt.address, at);
        await this.#devices.remember(trx, deviceToken, letIn.user.id, at);
        await this.sessions.insert(trx, session, at);
      }),
    );
    if (!isWritten) this.sessions.keepUnwritten(session);
    return { token: session.token, ...(isWritten && { deviceToken }) };
  }

  /** Does a write; false when the database takes none now (no room, read-only). */
  async #tolerate(write: () => Promise<void>): Promise<boolean> {
    try {
      await write();
      return true;
    } catch (error) {
      if (!this.#database.dialect.isUnavailable(error)) throw error;
      this.#log.warn({ err: error }, 'a login was not written down: the database takes no writes');
      return false;
    }
  }

  /**
   * Changes one's own password and ends the other sessions. Throws login_required, password_mismatch, password_weak or
   * password_wrong, each under the field it is about.
   */
  async changePassword(
    user: { id: string; username: string; sessionId: string },
    given: { current: unknown; next: unknown; confirmation: unknown },
  ): Promise<void> {
    const { current, next, confirmation } = given;
    for (const [pointer, value] of Object.entries({ current_password: current, new_password: next, confirmation })) {
      if (typeof value !== 'string' || value === '') throw atField(pointer, 'required');
    }
    if (next !== confirmation) throw atField('confirmation', 'password_mismatch');
    if (passwordWeakness(next as string, user.username) || next === current) {
      throw atField('new_password', 'password_weak', { limit: 10 });
    }
    const row = await this.#database.read
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    const { right } = await verifyPassword(current as string, row.password_hash, { cost: this.#cost });
    if (!right) throw atField('current_password', 'password_wrong');
    const password_hash = await hashPassword(next as string, this.#cost);
    const at = this.#now().toISOString();
    await this.#database.transaction(async (trx) => {
      await trx
        .updateTable('users')
        .set({ password_hash, must_change_password: 0, updated_at: at })
        .where('id', '=', user.id)
        .execute();
      await logAccountEvent(trx, { at, by: user.id, action: 'password_changed', detail: { account: user.id } });
    });
    await this.sessions.revokeAll(user.id, user.sessionId);
  }

  /** Ends the caller's own session. */
  async leave({ id, account }: Session): Promise<void> {
    await this.sessions.revoke(id);
    const at = this.#now().toISOString();
    const by = account.actor.id;
    await this.#database.transaction((trx) =>
      logAccountEvent(trx, { at, by, action: 'logout', detail: { account: by } }),
    );
  }

  /** Language and calendar a person chose for themselves. */
  async choose(userId: string, choice: { language?: Language; calendar?: 'solar' | 'gregorian' }): Promise<void> {
    await this.#database.transaction(async (trx) => {
      await trx
        .updateTable('users')
        .set({ ...choice, updated_at: this.#now().toISOString() })
        .where('id', '=', userId)
        .execute();
    });
    this.sessions.forget();
  }

  /** On a server without any account: one with this role and the password to print, once. */
  async firstAdministrator(role: string): Promise<{ username: string; password: string } | undefined> {
    const anyone = await this.#database.read.selectFrom('users').select('id').limit(1).executeTakeFirst();
    if (anyone) return undefined;
    const password = oneTimePassword();
    const password_hash = await hashPassword(password, this.#cost);
    const at = this.#now().toISOString();
    const id = uuid();
    await this.#database.transaction(async (trx) => {
      const account = { id, username: 'admin', name: 'Administrator', language: 'en', person_id: null, password_hash };
      const grants = [{ role, programme: null, province_id: null }];
      await insertAccount(trx, { ...account, grants, must_change_password: true, disabled: false }, at);
      await logAccountEvent(trx, { at, by: CONSOLE, action: 'account_made', detail: { account: id } });
    });
    return { username: 'admin', password };
  }
}

function atField(
  field: string,
  code: 'required' | 'password_mismatch' | 'password_weak' | 'password_wrong',
  params = {},
): Failure {
  return new Failure(code === 'required' ? 'validation_failed' : code, {
    params,
    errors: { [`/${field}`]: [{ code, params }] },
  });
}
