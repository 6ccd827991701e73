/** The records that the list's filters find and the user may decide on, in the order of the list. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Workflow } from '../../../core/definitions/types.ts';
import type { FormEntry } from '../../../core/generated/api.ts';
import { pageQuery, readListState } from '../../data/listState.ts';
import { source } from '../../data/source.ts';
import { bulkStates, type Transition } from '../record/actions.ts';

/** Most records of one review. What is left waits for the next one. */
const MOST = 200;

export interface Queue {
  /** Undefined while loading. */
  ids: readonly string[] | undefined;
  /** Position from 0. As long as `ids` when all were seen. */
  at: number;
  goTo: (at: number) => void;
  error: unknown;
  retry: () => void;
}

export function useQueue(entry: FormEntry, workflow: Workflow, decide: Transition | undefined): Queue {
  const [params] = useSearchParams();
  const [at, goTo] = useState(0);
  const state = readListState(params);
  const isNarrowed = state.filters.some(({ field }) => field === 'status');
  const waiting = { field: 'status', op: 'in' as const, value: bulkStates(workflow) };
  const filters = isNarrowed ? state.filters : [...state.filters, waiting];
  const { asked } = pageQuery({ ...state, filters, page: 1, perPage: MOST });
  // Not below the key of lists: the queue must keep its order while its records are decided.
  const query = useQuery({
    queryKey: ['review', entry.api.base, asked],
    queryFn: ({ signal }) => source.list(entry.api, asked, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const ids = query.data?.data.filter(({ recordScope }) => decide && recordScope[decide.action]).map(({ id }) => id);
  return { ids, at, goTo, error: query.error, retry: () => void query.refetch() };
}
