/** React Query over the data source: one client, one place for keys, hooks that every screen uses. */
import { QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { compile } from '../../core/definitions/compile.ts';
import type { Common, FormEntry, SessionView } from '../../core/generated/api.ts';
import { isUnreached } from './errors.ts';
import { type Api, source } from './source.ts';
import { token } from './token.ts';
import type { ShownRecord } from './types.ts';

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        refetchOnWindowFocus: false,
        // An answer of the server is an answer; only a lost connection is worth a second try.
        retry: (count, error) => count < 1 && isUnreached(error),
        retryDelay: 800,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

export const keys = {
  session: ['session'] as const,
  common: ['common'] as const,
  forms: ['forms'] as const,
  definition: (form: string, version?: number) => ['definition', form, version ?? 'newest'] as const,
  list: (base: string, ...more: unknown[]) => ['records', base, 'list', ...more] as const,
  record: (base: string, id: string, ...more: unknown[]) => ['records', base, 'one', id, ...more] as const,
  allRecords: ['records'] as const,
  dashboard: ['dashboard'] as const,
};

export function useIsLoggedIn(): boolean {
  return useSyncExternalStore(token.subscribe, () => token.get() !== null);
}

export function useSession() {
  const loggedIn = useIsLoggedIn();
  return useQuery<SessionView>({
    queryKey: keys.session,
    queryFn: () => source.session(),
    enabled: loggedIn,
    staleTime: 5 * 60_000,
  });
}

export function useCommon() {
  const loggedIn = useIsLoggedIn();
  return useQuery<Common>({
    queryKey: keys.common,
    queryFn: () => source.common(),
    enabled: loggedIn,
    staleTime: 60_000,
  });
}

export function useForms() {
  const loggedIn = useIsLoggedIn();
  const mustChange = useSession().data?.user.must_change_password === true;
  return useQuery<FormEntry[]>({
    queryKey: keys.forms,
    queryFn: async () => (await source.forms()).data,
    enabled: loggedIn && !mustChange,
    staleTime: 60_000,
  });
}

/** A form version, compiled; without a version the newest. A published version never changes, the newest may. */
export function useForm(form: string | undefined, version?: number) {
  return useQuery({
    queryKey: keys.definition(form ?? '', version),
    queryFn: () => source.definition(form as string, version),
    enabled: form !== undefined,
    staleTime: version === undefined ? 60_000 : 10 * 60_000,
    select: compile,
  });
}

export function useRecord(api: Api | undefined, id: string | undefined) {
  return useQuery<ShownRecord>({
    queryKey: keys.record(api?.base ?? '', id ?? ''),
    queryFn: () => source.record(api as Api, id as string),
    enabled: api !== undefined && id !== undefined,
  });
}

/** Who changed what, and the names in it. */
export function useHistory(api: Api, id: string, enabled = true) {
  return useQuery({
    queryKey: keys.record(api.base, id, 'history'),
    queryFn: () => source.history(api, id),
    enabled,
  });
}

export function useAttachments(api: Api, id: string) {
  return useQuery({
    queryKey: keys.record(api.base, id, 'attachments'),
    queryFn: () => source.attachments(api, id),
  });
}

/** Those of these records that the person may see, with their names; the ones before while others are asked for. */
export function useRecordsById(forms: readonly string[], ids: readonly string[]) {
  return useQuery({
    queryKey: ['items', 'records by id', forms, ids],
    queryFn: () => source.findRecords({ forms: [...forms], ids: [...ids] }),
    enabled: forms.length > 0 && ids.length > 0,
    staleTime: 60_000,
    placeholderData: (before) => before,
  });
}

export function useDashboard() {
  return useQuery({ queryKey: keys.dashboard, queryFn: source.dashboard });
}

export function useProvinces(enabled = true) {
  return useQuery({
    queryKey: ['choices', 'province rows'],
    queryFn: source.provinces,
    enabled,
    staleTime: 5 * 60_000,
  });
}

/** Forget what was read about records; call it after a write. */
export function useForgetRecords(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: keys.allRecords }),
      client.invalidateQueries({ queryKey: keys.dashboard }),
    ]);
  };
}
