/** Accounts as administrators see and change them. */
import type {
  AccountChange,
  AccountChangesResponse,
  AccountInput,
  AccountList,
  AccountResponse,
  AccountView,
  MessageResponse,
  NewAccountResponse,
  OneTimePassword,
} from '../../core/generated/api.ts';
import { call } from './http.ts';

export interface AccountQuery {
  page?: number;
  text?: string;
  role?: string;
  programme?: string;
  province?: string;
  state?: string;
}

export interface AccountsSource {
  list(query: AccountQuery, signal?: AbortSignal): Promise<AccountList>;
  get(id: string): Promise<AccountView>;
  /** The password is for one login and told only here. */
  create(body: AccountInput): Promise<NewAccountResponse>;
  update(id: string, body: AccountInput): Promise<AccountResponse & MessageResponse>;
  resetPassword(id: string): Promise<OneTimePassword>;
  endSessions(id: string): Promise<MessageResponse>;
  changes(id: string): Promise<AccountChange[]>;
}

const one = (id: string, more = '') => `users/${encodeURIComponent(id)}${more}`;

export const onlineAccounts: AccountsSource = {
  list: (query, signal) => call('users', { query: { ...query }, ...(signal && { signal }) }),
  get: async (id) => (await call<AccountResponse>(one(id))).data,
  create: (body) => call('users', { method: 'POST', body }),
  update: (id, body) => call(one(id), { method: 'PUT', body }),
  resetPassword: (id) => call(one(id, '/password'), { method: 'POST', body: {} }),
  endSessions: (id) => call(one(id, '/sessions'), { method: 'DELETE' }),
  changes: async (id) => (await call<AccountChangesResponse>(one(id, '/changes'))).data,
};
