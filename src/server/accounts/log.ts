/** The activity log of accounts: logins, failed logins and changes of accounts. Stored as rows of `events`. */
import type { Handle } from '../db/database.ts';
import { logEvent } from '../db/events.ts';

export type AccountAction =
  | 'login'
  | 'login_failed'
  | 'logout'
  | 'password_changed'
  | 'password_wrong'
  | 'password_reset'
  | 'account_made'
  | 'account_changed'
  | 'account_closed'
  | 'account_opened'
  | 'work_taken_in'
  | 'work_left_out'
  | 'opening_given'
  | 'sessions_ended';

/** Actors without a login: the command line, and callers whose user name no account has. */
export const CONSOLE_ACTOR = 'console';
export const NO_ACTOR = '';

export interface AccountEvent {
  /** ISO 8601, UTC. */
  at: string;
  /** Id of the acting account, or CONSOLE or NOBODY. */
  by: string;
  action: AccountAction;
  /** The account concerned, the network of the caller's address, and the changes. Never a password or a typed user name. */
  detail: {
    account?: string;
    address?: string;
    before?: Record<string, unknown>;
    after?: Record<string, unknown>;
  };
}

/** Writes the event inside the transaction of the change. */
export function logAccountEvent(trx: Handle, { by, ...event }: AccountEvent): Promise<void> {
  return logEvent(trx, { ...event, user_id: by });
}
