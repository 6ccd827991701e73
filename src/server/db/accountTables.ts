/** Rows about people who log in; see `tables.ts`. */

export interface UsersTable {
  id: string;
  username: string;
  /** Folded user name: unique. */
  username_key: string;
  /** The same for names that look the same: unique. null until the server first starts with it. */
  username_skeleton: string | null;
  name: string;
  password_hash: string;
  /** Record of a person form that this account speaks for. */
  person_id: string | null;
  language: string;
  calendar: string | null;
  must_change_password: number;
  /** When a one-time password stops opening the account. */
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
  /** SHA-256 of the token; the token itself is never stored. */
  token_hash: string;
  user_id: string;
  created_at: string;
  expires_at: string;
  last_seen_at: string | null;
  revoked_at: string | null;
  device: string | null;
  /** Token hash of the known device it was opened on. */
  device_hash: string | null;
}

export interface KnownDevicesTable {
  /** SHA-256 of the device's token. */
  token_hash: string;
  user_id: string;
  created_at: string;
  last_used_at: string;
}
