/** State of a list, kept in the URL: page, order, search text, filters, columns. All changes except of the page return to page 1. */
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { FormEntry } from '../../../core/generated/api.ts';
import { type ListState, listParams, readListState } from '../../../core/paths/listState.ts';
import { addressParams } from '../../shell/useQueryParams.ts';
import type { ChangeFilters } from './filters/filterSet.ts';
import { useLastColumns } from './views/useViews.ts';

export interface ListControl extends ListState {
  set(change: Partial<ListState>): void;
  /** Changes the filters of this moment, which may be newer than those that were drawn. */
  filter: ChangeFilters;
  /** Goes to a page without a new history entry, so that Back skips the old page. */
  goTo(page: number): void;
  /** Changes what is shown, on the same page and without a new history entry. */
  replace(change: Partial<ListState>): void;
}

export function useListState({ form, hidden }: Pick<FormEntry, 'form' | 'hidden'>): ListControl {
  const [params, setParams] = useSearchParams();
  const { columns: last } = useLastColumns(form);
  const lastColumns = last?.join();
  return useMemo(() => {
    const state = readListState(params);
    // A view has columns of its own, or those of the form.
    const columns = state.columns ?? (state.view ? undefined : lastColumns?.split(','));
    // What became restricted since is left out, since the server refuses it.
    const chosen = columns?.filter((source) => !hidden?.includes(source));
    const inPlace = { replace: true, preventScrollReset: true };
    const now = () => readListState(addressParams());
    const set = (change: Partial<ListState>) =>
      setParams(listParams({ ...now(), page: 1, ...change }), { preventScrollReset: true });
    return {
      ...state,
      columns: chosen?.length ? chosen : undefined,
      goTo: (page) => setParams(listParams({ ...now(), page }), inPlace),
      set,
      filter: (change) => set({ filters: change(now().filters) }),
      replace: (change) => setParams(listParams({ ...now(), ...change }), inPlace),
    };
  }, [params, setParams, lastColumns, hidden]);
}
