/** React Query over the data source: the client, all query keys, and the hooks that several screens use. */
import { QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Common, FormEntry, SessionView } from '../../core/generated/api.ts';
import type { pageQuery } from '../../core/paths/listState.ts';
import { isNoNetwork, isServerUnreachable } from './errors.ts';
import { type FormApi, source } from './source.ts';
import { sessionToken } from './token.ts';
import type { RecordWithResponse } from './types.ts';

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        refetchOnWindowFocus: false,
        // A response of the server, even a refusal, is final. Retry only if the server was not reached or unavailable. A device
        // without a network says so at once; `refetchUnreached` asks again when it has one.
        retry: (count, error) => count < 1 && isServerUnreachable(error) && !isNoNetwork(error),
        retryDelay: 800,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Sends again what shown screens asked for when the server could not be reached. */
export async function refetchUnreached(client: QueryClient): Promise<void> {
  await client.refetchQueries({ type: 'active', predicate: ({ state }) => isServerUnreachable(state.error) });
}

export const queryKeys = {
  session: ['session'] as const,
  common: ['common'] as const,
  forms: ['forms'] as const,
  definition: (form: string, version?: number) => ['definition', form, version ?? 'newest'] as const,
  list: (base: string, ...more: unknown[]) => ['records', base, 'list', ...more] as const,
  record: (base: string, id: string, ...more: unknown[]) => ['records', base, 'one', id, ...more] as const,
  allRecords: ['records'] as const,
  home: ['home'] as const,
  news: ['news'] as const,
};

export function useIsLoggedIn(): boolean {
  return useSyncExternalStore(sessionToken.subscribe, () => sessionToken.get() !== null);
}

/** Asked for ahead too: by the first screen before it is drawn (`offline/prefetchScreen.ts`), by a review for the next record. */
export const queries = {
  session: queryOptions<SessionView>({
    queryKey: queryKeys.session,
    queryFn: () => source.session(),
    staleTime: 5 * 60_000,
  }),
  common: queryOptions<Common>({ queryKey: queryKeys.common, queryFn: () => source.common(), staleTime: 60_000 }),
  forms: queryOptions<FormEntry[]>({
    queryKey: queryKeys.forms,
    queryFn: async () => (await source.forms()).data,
    staleTime: 60_000,
  }),
  home: queryOptions({ queryKey: queryKeys.home, queryFn: () => source.home() }),
  /** The newest version may change, so it is fresh for one minute only. */
  definition: (form: string, version?: number) =>
    queryOptions({
      queryKey: queryKeys.definition(form, version),
      queryFn: () => source.definition(form, version),
      staleTime: version === undefined ? 60_000 : 10 * 60_000,
    }),
  page: (api: FormApi, asked: ReturnType<typeof pageQuery>['asked'] & { after?: string }) =>
    queryOptions({
      queryKey: queryKeys.list(api.base, asked),
      queryFn: ({ signal }) => source.list(api, asked, signal),
    }),
  /** What of the form waits for the person. */
  waits: (api: FormApi) =>
    queryOptions({
      queryKey: queryKeys.list(api.base, 'waits'),
      queryFn: async ({ signal }) => (await source.list(api, { per_page: 1, waits: true }, signal)).meta.waits ?? [],
      staleTime: 60_000,
    }),
  record: (api: FormApi, id: string) =>
    queryOptions<RecordWithResponse>({
      queryKey: queryKeys.record(api.base, id),
      queryFn: () => source.record(api, id),
    }),
  /** The record beside the one before it, for a review. */
  compared: (api: FormApi, id: string) =>
    queryOptions({ queryKey: queryKeys.record(api.base, id, 'review'), queryFn: () => source.review(api, id) }),
};

export function useSession() {
  const loggedIn = useIsLoggedIn();
  return useQuery({ ...queries.session, enabled: loggedIn });
}

export function useCommon() {
  const loggedIn = useIsLoggedIn();
  return useQuery({ ...queries.common, enabled: loggedIn });
}

export function useForms() {
  const loggedIn = useIsLoggedIn();
  const mustChange = useSession().data?.user.must_change_password === true;
  return useQuery({ ...queries.forms, enabled: loggedIn && !mustChange });
}

export function useRecord(api: FormApi | undefined, id: string | undefined) {
  const isKnown = api !== undefined && id !== undefined;
  return useQuery({ ...queries.record(api ?? { base: '' }, id ?? ''), enabled: isKnown });
}

/** Returns the history of a record: who changed what, and the names of what it refers to. */
export function useHistory(api: FormApi, id: string, enabled = true) {
  return useQuery({
    queryKey: queryKeys.record(api.base, id, 'history'),
    queryFn: () => source.history(api, id),
    enabled,
  });
}

export function useAttachments(api: FormApi, id: string) {
  return useQuery({
    queryKey: queryKeys.record(api.base, id, 'attachments'),
    queryFn: () => source.attachments(api, id),
  });
}

/** Returns those of these records that the user may see, with names. Keeps the last result while loading others. */
export function useRecordsById(forms: readonly string[], ids: readonly string[]) {
  return useQuery({
    queryKey: ['items', 'records by id', forms, ids],
    queryFn: () => source.findRecords({ forms: [...forms], ids: [...ids] }),
    enabled: forms.length > 0 && ids.length > 0,
    staleTime: 60_000,
    placeholderData: (before) => before,
  });
}

export function useHome() {
  return useQuery(queries.home);
}

/**
 * Returns what others did with the user's records since the last look. Asked again every few minutes, when somebody comes back
 * to the tab, and when another tab showed it.
 */
export function useNews({ alwaysFresh = false } = {}) {
  const loggedIn = useIsLoggedIn();
  const mustChange = useSession().data?.user.must_change_password;
  return useQuery({
    queryKey: queryKeys.news,
    queryFn: source.news,
    enabled: loggedIn && mustChange === false,
    staleTime: 60_000,
    refetchInterval: 5 * 60_000,
    refetchOnWindowFocus: true,
    refetchOnMount: alwaysFresh ? 'always' : true,
  });
}

export function useProvinces(enabled = true) {
  return useQuery({
    queryKey: ['choices', 'province rows'],
    queryFn: source.provinces,
    enabled,
    staleTime: 5 * 60_000,
  });
}

/** Marks the cached forms as stale. Call it when a newer version is known to exist. */
export function useInvalidateForms(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.forms }),
      client.invalidateQueries({ queryKey: ['definition'], predicate: ({ queryKey }) => queryKey[2] === 'newest' }),
    ]);
  };
}

/** Marks cached records as stale. Call it after a write. */
export function useInvalidateRecords(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.allRecords }),
      client.invalidateQueries({ queryKey: queryKeys.home }),
    ]);
  };
}
