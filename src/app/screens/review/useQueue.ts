/** The records that the list's filters find and the user may decide on, in the order of the list. */

import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Workflow } from '../../../core/definitions/types.ts';
import type { FormEntry } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { pageQuery, readListState } from '../../../core/paths/listState.ts';
import { source } from '../../data/source.ts';
import { bulkStates, type Transition } from '../record/actions.ts';

/** Records that are asked for at once. */
const AT_ONCE = 200;
/** So many records before the last one that is known, more are asked for. */
const AHEAD = 10;

export interface ReviewQueue {
  /** Undefined while loading. */
  ids: readonly string[] | undefined;
  /** Number of records, as far as it is known: also of those that are not loaded yet. */
  total: number;
  /** Position from 0. As long as `ids` when all were seen. */
  at: number;
  goTo: (at: number) => void;
  error: unknown;
  retry: () => void;
}

export function useReviewQueue(entry: FormEntry, workflow: Workflow, decide: Transition | undefined): ReviewQueue {
  const [params] = useSearchParams();
  const [at, goTo] = useState(0);
  const state = readListState(params);
  const isNarrowed = state.filters.some(({ field }) => field === 'status');
  const waiting = { field: 'status', op: 'in' as const, value: bulkStates(workflow) };
  const filters = isNarrowed ? state.filters : [...state.filters, waiting];
  const { asked } = pageQuery({ ...state, filters, page: 1, perPage: AT_ONCE });
  // Not below the key of lists: the queue must keep its order while its records are decided. Pages go by key, because those
  // that were decided are not in the list any more.
  const query = useInfiniteQuery({
    queryKey: ['review', entry.api.base, asked],
    queryFn: ({ signal, pageParam }) =>
      source.list(entry.api, { ...asked, ...(pageParam !== '' && { after: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { hasNextPage, isFetching, fetchNextPage } = query;
  const ids = query.data?.pages
    .flatMap(({ data }) => data)
    .filter(({ recordScope }) => decide && getOwn(recordScope, decide.action))
    .map(({ id }) => id);
  const known = ids?.length ?? 0;
  const isNearEnd = known > 0 ? at + AHEAD >= known : query.data !== undefined;
  const isStuck = query.isFetchNextPageError;
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetching && !isStuck) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetching, isStuck, fetchNextPage]);
  const total = hasNextPage ? Math.max(known, query.data?.pages[0]?.meta.total ?? 0) : known;
  // At the last known record while more are on their way, the end is not told yet.
  const isWaiting = at >= known && hasNextPage;
  const retry = () => void (isStuck ? fetchNextPage() : query.refetch());
  return { ids: isWaiting ? undefined : ids, total, at, goTo, error: query.error, retry };
}
