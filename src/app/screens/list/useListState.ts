/** What a list shows, kept in the URL: page, sort, words, filters. Another choice starts again at page 1. */
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type ListState, listParams, readListState } from '../../data/listState.ts';

export interface ListControl extends ListState {
  set(change: Partial<ListState>): void;
  /** Another page in place of this one: the way back leads past it. */
  goTo(page: number): void;
}

export function useListState(): ListControl {
  const [params, setParams] = useSearchParams();
  return useMemo(() => {
    const state = readListState(params);
    return {
      ...state,
      goTo: (page) => setParams(listParams({ ...state, page }), { replace: true, preventScrollReset: true }),
      set: (change) => setParams(listParams({ ...state, page: 1, ...change }), { preventScrollReset: true }),
    };
  }, [params, setParams]);
}
