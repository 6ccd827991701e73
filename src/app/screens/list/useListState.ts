/** State of a list, kept in the URL: page, order, search text, filters. All changes except of the page return to page 1. */
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type ListState, listParams, readListState } from '../../data/listState.ts';

export interface ListControl extends ListState {
  set(change: Partial<ListState>): void;
  /** Goes to a page without a new history entry, so that Back skips the old page. */
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
