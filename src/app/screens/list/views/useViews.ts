/** Saved views of a form's list, and the columns that the person chose last. The device's copy serves until they arrive. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SavedView, SavedViewResponse, SavedViewsResponse } from '../../../../core/generated/api.ts';
import type { ListState } from '../../../../core/paths/listState.ts';
import { isApiError } from '../../../data/errors.ts';
import { call } from '../../../data/http.ts';
import { readLocalItem, writeLocalItem } from '../../../data/preferences.ts';
import { useIsLoggedIn, useSession } from '../../../data/queries.ts';
import { source } from '../../../data/source.ts';

/** What a device remembers of the columns that a person chose for a form's list. */
interface RememberedColumns {
  columns?: string[] | undefined;
  /** True until the server has them too. */
  unsent?: true | undefined;
}

/** What a view is made of, as the server takes it. */
export type SavedViewSettings = Pick<SavedView, 'filters' | 'text' | 'sort' | 'columns' | 'per_page'>;

const viewsKey = (form: string) => ['views', form] as const;
const pathOf = (form: string, ...more: string[]) => ['views', form, ...more].map(encodeURIComponent).join('/');
const columnsKey = (user: string | undefined, form: string) => `columns.${user}.${form}`;

export function useSavedViews(form: string) {
  const loggedIn = useIsLoggedIn();
  return useQuery({
    queryKey: viewsKey(form),
    queryFn: () => source.views(form),
    enabled: loggedIn,
    staleTime: 60_000,
  });
}

const sendColumns = (form: string, columns: string[] | undefined) =>
  call(pathOf(form, 'columns'), { method: 'PUT', body: { columns: columns ?? null }, quiet: true });

/** Returns the columns chosen last without a view, on any device, and remembers others. */
export function useLastColumns(form: string) {
  const client = useQueryClient();
  const user = useSession().data?.user.id;
  const { data } = useSavedViews(form);
  const key = columnsKey(user, form);
  const here = readLocalItem<RememberedColumns>(key, {});
  const there = data && JSON.stringify(data.columns);
  const columns = data && !here.unsent ? (data.columns ?? undefined) : here.columns;
  useEffect(() => {
    if (user === undefined || there === undefined) return;
    const { columns, unsent } = readLocalItem<RememberedColumns>(key, {});
    if (!unsent) writeLocalItem(key, { columns: JSON.parse(there) ?? undefined } satisfies RememberedColumns);
    // Chosen while the server could not be reached.
    else
      void sendColumns(form, columns).then(
        () => writeLocalItem(key, { columns } satisfies RememberedColumns),
        () => {},
      );
  }, [user, there, key, form]);
  const choose = (chosen: string[] | undefined) => {
    writeLocalItem(key, { columns: chosen, unsent: true } satisfies RememberedColumns);
    client.setQueryData<SavedViewsResponse>(
      viewsKey(form),
      (before) => before && { ...before, columns: chosen ?? null },
    );
    void sendColumns(form, chosen).then(
      () => writeLocalItem(key, { columns: chosen } satisfies RememberedColumns),
      () => {},
    );
  };
  return { columns, choose };
}

/** The requests that change views. Each reads the list of views again, also after a conflict. */
export function useViewChanges(form: string) {
  const client = useQueryClient();
  const put = (data: SavedView) =>
    client.setQueryData<SavedViewsResponse>(
      viewsKey(form),
      (before) => before && { ...before, data: [...before.data.filter(({ id }) => id !== data.id), data] },
    );
  const refresh = () => client.invalidateQueries({ queryKey: viewsKey(form) });
  const changed = async (work: Promise<SavedViewResponse>): Promise<SavedView> => {
    try {
      const { data } = await work;
      // Shown at once; the order comes with the answer of the server.
      put(data);
      return data;
    } finally {
      await refresh();
    }
  };
  return {
    create: (body: { name: string; shared: boolean } & SavedViewSettings) =>
      changed(call<SavedViewResponse>(pathOf(form), { method: 'POST', body })),
    save: ({ id, version }: SavedView, body: Partial<{ name: string; shared: boolean } & SavedViewSettings>) =>
      changed(call<SavedViewResponse>(pathOf(form, id), { method: 'PUT', body: { ...body, version } })),
    async remove({ id, version }: SavedView): Promise<void> {
      try {
        await call(pathOf(form, id), { method: 'DELETE', query: { version } });
      } finally {
        await refresh();
      }
    },
  };
}

export function isVersionConflict(error: unknown): boolean {
  return isApiError(error) && error.code === 'conflict';
}

/** Returns what a view saves of the list. */
export function viewStateOf({ filters, text, sort, columns, perPage }: ListState): SavedViewSettings {
  return {
    filters: filters.map(({ field, op, value }) => ({ field, op, value })),
    text,
    sort: sort?.split(',').filter(Boolean) ?? [],
    columns: columns ?? null,
    per_page: perPage ?? null,
  };
}

/** Returns the part of the list's state that a view sets. */
export function listStateOf({ filters, text, sort, columns, per_page }: SavedViewSettings): Partial<ListState> {
  return {
    filters,
    text,
    sort: sort.length > 0 ? sort.join() : undefined,
    columns: columns ?? undefined,
    perPage: per_page ?? undefined,
  };
}

/** Returns true if the list shows something else than the view. */
export function isViewChanged(state: ListState, view: SavedViewSettings): boolean {
  const { filters, text, sort, columns, per_page } = view;
  return JSON.stringify(viewStateOf(state)) !== JSON.stringify({ filters, text, sort, columns, per_page });
}
