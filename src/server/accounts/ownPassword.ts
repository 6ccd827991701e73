/** Changes one's own password. The current password is required, so wrong ones make the user wait as at login. */

import type { ErrorCode } from '../../core/errors/catalogue.ts';
import { Failure } from '../../core/errors/failure.ts';
import type { ErrorParams } from '../../core/errors/recordErrors.ts';
import { changeCovered } from '../db/coveredRows.ts';
import { Backoff } from './backoff.ts';
import type { AccountDeps } from './deps.ts';
import { logAccountEvent } from './log.ts';
import { hashPassword, PASSWORD_LIMIT, verifyPassword } from './passwords.ts';
import { passwordWeakness, SHORTEST_PASSWORD } from './weakness.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Wrong current passwords in one session, and for one account in all its sessions. */
const PER_SESSION = { free: 5, first: 10 * SECOND, most: 15 * MINUTE, forgive: 10 * MINUTE };
const PER_ACCOUNT = { free: 15, first: 5 * SECOND, most: 5 * MINUTE, forgive: 3 * MINUTE };

export class OwnPassword {
  readonly #deps: AccountDeps;
  readonly #bySession = new Backoff(PER_SESSION);
  readonly #byAccount = new Backoff(PER_ACCOUNT);

  constructor(deps: AccountDeps) {
    this.#deps = deps;
  }

  /**
   * Sets a new password and ends the other sessions. Throws password_mismatch, password_weak, max_length or
   * password_wrong, each under the field it is about, and rate_limited.
   */
  async change(
    user: { id: string; username: string; name: string; sessionId: string },
    given: { current: string; next: string; confirmation: string },
  ): Promise<void> {
    const { current, next, confirmation } = given;
    if (next !== confirmation) throw atField('confirmation', 'password_mismatch');
    const weakness = await passwordWeakness(next, [user.username, user.name]);
    if (weakness === 'too_long') throw atField('new_password', 'max_length', { limit: PASSWORD_LIMIT });
    if (weakness || next === current) throw atField('new_password', 'password_weak', { limit: SHORTEST_PASSWORD });
    await this.#prove(user, current);
    const password_hash = await hashPassword(next, this.#deps.cost);
    const at = this.#deps.now().toISOString();
    await this.#deps.database.transaction(async (trx) => {
      const changed = { password_hash, must_change_password: 0, password_expires_at: null, updated_at: at };
      await changeCovered(trx, [{ kind: 'account', of: [user.id] }], () =>
        trx.updateTable('users').set(changed).where('id', '=', user.id).execute(),
      );
      await logAccountEvent(trx, { at, by: user.id, action: 'password_changed', detail: { account: user.id } });
    });
    await this.#deps.sessions.revokeAll(user.id, user.sessionId, 'password_changed');
  }

  /** Checks the current password. Throws password_wrong or rate_limited. */
  async #prove({ id, sessionId }: { id: string; sessionId: string }, password: string): Promise<void> {
    const at = this.#deps.now();
    const seconds = Math.max(this.#bySession.wait(sessionId, at.getTime()), this.#byAccount.wait(id, at.getTime()));
    if (seconds > 0) throw new Failure('rate_limited', { params: { seconds } });
    this.#bySession.count(sessionId, at.getTime());
    this.#byAccount.count(id, at.getTime());
    const row = await this.#deps.database.read
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { right } = await verifyPassword(password, row.password_hash, { cost: this.#deps.cost });
    if (!right) {
      const event = { at: at.toISOString(), by: id, action: 'password_wrong', detail: { account: id } } as const;
      await this.#deps.database.transaction((trx) => logAccountEvent(trx, event));
      throw atField('current_password', 'password_wrong');
    }
    this.#bySession.forget(sessionId);
    this.#byAccount.takeBack(id);
  }
}

function atField(field: string, code: ErrorCode, params: ErrorParams = {}): Failure {
  return new Failure(code === 'required' ? 'validation_failed' : code, {
    params,
    errors: { [`/${field}`]: [{ code, params }] },
  });
}
