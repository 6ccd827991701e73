/** Tables of people who log in. See `tables.ts`. */
import type { Generated } from 'kysely';

export interface UsersTable {
  id: string;
  username: string;
  /** Folded user name. Unique. */
  username_key: string;
  /** The same for user names that look alike. Unique. Null until a server with this column first starts. */
  username_skeleton: string | null;
  name: string;
  password_hash: string;
  /** Record of the person whose account this is. */
  person_id: string | null;
  language: string;
  calendar: string | null;
  must_change_password: number;
  /** Time after which a one-time password no longer works. */
  password_expires_at: string | null;
  disabled: number;
  last_login_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface GrantsTable {
  id: string;
  user_id: string;
  role: string;
  programme: string | null;
  province_id: string | null;
  created_at: string;
}

export interface SessionsTable {
  id: string;
  /** SHA-256 of the token. The token itself is never stored. */
  token_hash: string;
  user_id: string;
  created_at: string;
  expires_at: string;
  last_seen_at: string | null;
  revoked_at: string | null;
  device: string | null;
  /** Token hash of the known device on which the session was opened. */
  device_hash: string | null;
  /** Code of why it was revoked, if its device is to be told. */
  ended_by: Generated<string | null>;
  /** Account of the office that sends with this session what is in a rescue file of the user. */
  taken_in_by: Generated<string | null>;
}

export interface LoginDevicesTable {
  /** SHA-256 of the device's token. */
  token_hash: string;
  user_id: string;
  created_at: string;
  last_used_at: string;
}

/** What a person was told of the changes that concern them. People without a row have not looked yet. */
export interface UserNewsTable {
  user_id: string;
  seen_at: string | null;
  /** never, daily or weekly. Null if the person has not chosen. */
  digest: string | null;
  /** End of the time that the last digest covered. */
  digest_at: string | null;
}
