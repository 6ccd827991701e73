/** Lists the sessions of one's own account and ends them. */

import { Failure } from '../../core/errors/failure.ts';
import type { OwnSession } from '../../core/generated/api.ts';
import { deviceName } from '../../core/text/deviceName.ts';
import type { AccountDeps } from './deps.ts';
import { logAccountEvent } from './log.ts';

const MOST_SHOWN = 100;

export class OwnSessions {
  readonly #deps: AccountDeps;

  constructor(deps: AccountDeps) {
    this.#deps = deps;
  }

  /** Lists the open sessions of an account, last used first. */
  async list(userId: string, current: string): Promise<OwnSession[]> {
    const rows = await this.#open(userId)
      .select(['id', 'device', 'created_at', 'last_seen_at'])
      .orderBy('last_seen_at', 'desc')
      .orderBy('id', 'desc')
      .limit(MOST_SHOWN)
      .execute();
    return rows.map(({ id, device, created_at, last_seen_at }) => ({
      id,
      // Older sessions stored the whole User-Agent header.
      device: device?.includes('/') ? deviceName(device) : device,
      created_at,
      last_used_at: last_seen_at ?? created_at,
      current: id === current,
    }));
  }

  /** Ends a session and forgets its device. Throws record_not_found if the account has no such open session. */
  async end(userId: string, id: string): Promise<void> {
    const row = await this.#open(userId).select('device_hash').where('id', '=', id).executeTakeFirst();
    if (!row) throw new Failure('record_not_found');
    await this.#forget(userId, row.device_hash ? [row.device_hash] : []);
    await this.#deps.sessions.revoke(id);
  }

  /** Ends all sessions but one and forgets their devices. */
  async endOthers(userId: string, current: string): Promise<void> {
    const rows = await this.#open(userId).select(['id', 'device_hash']).execute();
    const own = rows.find((row) => row.id === current)?.device_hash;
    const others = rows.flatMap(({ device_hash }) => (device_hash && device_hash !== own ? [device_hash] : []));
    await this.#forget(userId, others);
    await this.#deps.sessions.revokeAll(userId, current);
  }

  #open(userId: string) {
    return this.#deps.database.read
      .selectFrom('sessions')
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', this.#deps.now().toISOString());
  }

  async #forget(userId: string, devices: string[]): Promise<void> {
    const at = this.#deps.now().toISOString();
    await this.#deps.database.transaction(async (trx) => {
      await this.#deps.devices.forget(trx, userId, devices);
      await logAccountEvent(trx, { at, by: userId, action: 'sessions_ended', detail: { account: userId } });
    });
  }
}
