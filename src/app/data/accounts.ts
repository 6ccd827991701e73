/** Accounts as administrators see and change them. */
import type { Grant } from '../../core/records/types.ts';
import { call } from './http.ts';

export interface AccountView {
  id: string;
  username: string;
  name: string;
  language: string;
  person_id: string | null;
  disabled: boolean;
  must_change_password: boolean;
  last_login_at: string | null;
  created_at: string;
  /** Logins that are open now. */
  sessions: number;
  grants: Grant[];
}

export interface AccountInput {
  username?: string;
  name?: string;
  language?: string;
  disabled?: boolean;
  grants?: Grant[];
}

export interface AccountQuery {
  page?: number;
  text?: string;
  role?: string;
  programme?: string;
  province?: string;
  state?: string;
}

export interface AccountChange {
  at: string;
  by: { id: string; name: string | null };
  action: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

export interface AccountList {
  data: AccountView[];
  meta: { per_page: number; current_page: number; last_page: number; total: number };
}

export interface OneTime {
  password: string;
  /** When it stops opening the account: ISO 8601, UTC. */
  expires_at: string;
}

export interface AccountsSource {
  list(query: AccountQuery, signal?: AbortSignal): Promise<AccountList>;
  get(id: string): Promise<AccountView>;
  /** The password is for one login and told only here. */
  create(body: AccountInput): Promise<OneTime & { message: string; data: AccountView }>;
  update(id: string, body: AccountInput): Promise<{ message: string; data: AccountView }>;
  resetPassword(id: string): Promise<OneTime & { message: string }>;
  endSessions(id: string): Promise<{ message: string }>;
  changes(id: string): Promise<AccountChange[]>;
}

const one = (id: string, more = '') => `users/${encodeURIComponent(id)}${more}`;

export const onlineAccounts: AccountsSource = {
  list: (query, signal) => call<AccountList>('users', { query: { ...query }, ...(signal && { signal }) }),
  get: async (id) => (await call<{ data: AccountView }>(one(id))).data,
  create: (body) => call('users', { method: 'POST', body }),
  update: (id, body) => call(one(id), { method: 'PUT', body }),
  resetPassword: (id) => call(one(id, '/password'), { method: 'POST', body: {} }),
  endSessions: (id) => call(one(id, '/sessions'), { method: 'DELETE' }),
  changes: async (id) => (await call<{ data: AccountChange[] }>(one(id, '/changes'))).data,
};
