/** The activity log of accounts: who came in, who was kept out, who changed which account. Rows of `events`. */
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
  | 'sessions_ended';

/** Who acts where no person is logged in: the command line, and callers whose name no account has. */
export const CONSOLE = 'console';
export const NOBODY = '';

export interface AccountEvent {
  /** ISO 8601, UTC. */
  at: string;
  /** Id of who acted, or CONSOLE or NOBODY. */
  by: string;
  action: AccountAction;
  /** Account it is about, the network of the caller's address, what was changed; never a password or what was typed as a name. */
  detail: {
    account?: string;
    address?: string;
    before?: Record<string, unknown>;
    after?: Record<string, unknown>;
  };
}

/** Inside the write that does it. */
export function logAccountEvent(trx: Handle, { by, ...event }: AccountEvent): Promise<void> {
  return logEvent(trx, { ...event, user_id: by });
}
