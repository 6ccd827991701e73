/** State of a list, kept in the URL: page, order, search text, filters, columns. All changes except of the page return to page 1. */
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { FormEntry } from '../../../core/generated/api.ts';
import { type ListState, listParams, readListState } from '../../data/listState.ts';
import { remembered } from '../../data/preferences.ts';
import { useSession } from '../../data/queries.ts';

export interface ListControl extends ListState {
  set(change: Partial<ListState>): void;
  /** Goes to a page without a new history entry, so that Back skips the old page. */
  goTo(page: number): void;
}

/** What a device remembers of the columns that a person chose for a form's list. */
export interface RememberedColumns {
  columns?: string[] | undefined;
}

export function columnsKey(user: string | undefined, form: string): string {
  return `columns.${user}.${form}`;
}

export function useListState({ form, hidden }: Pick<FormEntry, 'form' | 'hidden'>): ListControl {
  const [params, setParams] = useSearchParams();
  const user = useSession().data?.user.id;
  return useMemo(() => {
    const state = readListState(params);
    // What became restricted since is left out, since the server refuses it.
    const { columns } = remembered<RememberedColumns>(columnsKey(user, form), {});
    const chosen = (state.columns ?? columns)?.filter((source) => !hidden?.includes(source));
    return {
      ...state,
      columns: chosen?.length ? chosen : undefined,
      goTo: (page) => setParams(listParams({ ...state, page }), { replace: true, preventScrollReset: true }),
      set: (change) => setParams(listParams({ ...state, page: 1, ...change }), { preventScrollReset: true }),
    };
  }, [params, setParams, user, form, hidden]);
}
