/** Requests of the account screens. */
import type {
  AccountChangesResponse,
  AccountInput,
  AccountList,
  AccountResponse,
  MessageResponse,
  NewAccountResponse,
  OneTimePassword,
} from '../../../core/generated/api.ts';
import { call } from '../../data/http.ts';

const one = (id: string, more = '') => `users/${encodeURIComponent(id)}${more}`;

export const accountsApi = {
  list: (query: Record<string, string | number>, signal: AbortSignal) => call<AccountList>('users', { query, signal }),
  get: async (id: string) => (await call<AccountResponse>(one(id))).data,
  /** Only this response contains the password, which works for one login. */
  create: (body: AccountInput) => call<NewAccountResponse>('users', { method: 'POST', body }),
  update: (id: string, body: AccountInput) => call<AccountResponse & MessageResponse>(one(id), { method: 'PUT', body }),
  resetPassword: (id: string) => call<OneTimePassword>(one(id, '/password'), { method: 'POST', body: {} }),
  endSessions: (id: string) => call<MessageResponse>(one(id, '/sessions'), { method: 'DELETE' }),
  changes: async (id: string) => (await call<AccountChangesResponse>(one(id, '/changes'))).data,
};

export const accountKeys = {
  all: ['accounts'] as const,
  list: (query: object) => ['accounts', 'list', query] as const,
  one: (id: string) => ['accounts', 'one', id] as const,
  changes: (id: string) => ['accounts', 'changes', id] as const,
};
