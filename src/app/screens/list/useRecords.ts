/** The records of a list as the URL asks for them: rows, columns, selection and possible transitions. */

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { Common, FormEntry } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { pageQuery } from '../../../core/paths/listState.ts';
import { queries } from '../../data/queries.ts';
import { useOffline } from '../../offline/context.ts';
import { useIsNarrowScreen } from '../../theme/usePhone.ts';
import { listColumns } from '../record/columns.ts';
import { useColumnLabels } from '../record/useColumnLabels.ts';
import { useTransitions } from '../record/useTransitions.ts';
import type { RecordList } from './RecordListContext.ts';
import { type ListControl, useListState } from './useListState.ts';
import { usePageCursors } from './usePageCursors.ts';
import { useListTotals } from './useTotals.ts';
import { NO_PREVIEW_WIDTH } from './widths.ts';

const PER_PAGE = 20;

/** Requests the page that the URL asks for. This needs nothing of the form definition. */
export function useListPage(entry: FormEntry, state: ListControl) {
  const { narrowed, asked } = pageQuery(state);
  const cursors = usePageCursors(JSON.stringify([entry.api.base, { ...asked, page: 0 }]));
  const after = cursors.of(asked.page);
  const page = queries.page(entry.api, { ...asked, ...(after && { after }) });
  const query = useQuery({ ...page, placeholderData: keepPreviousData, refetchOnReconnect: true });
  const { data, error, isPlaceholderData } = query;
  useEffect(() => {
    if (data && !isPlaceholderData) cursors.follow(data.meta.current_page, data.meta.next_cursor ?? null);
    // The order of the list may have changed since.
    if (error && after) cursors.forget();
  }, [data, isPlaceholderData, error, after, cursors]);
  return { narrowed, query };
}

export type RecordListResult = ReturnType<typeof useRecordList>;

export function useRecordList(entry: FormEntry, form: CompiledForm, common: Common) {
  const state = useListState(entry);
  const isNarrow = useIsNarrowScreen(NO_PREVIEW_WIDTH);
  const labels = useColumnLabels(form);
  const columns = useMemo(() => listColumns(form, labels, state.columns), [form, labels, state.columns]);
  const [marked, setMarked] = useState<Record<string, true>>({});
  const [asksForMarks, setAsksForMarks] = useState(false);
  const unmark = () => {
    setMarked({});
    setAsksForMarks(false);
  };
  const transitions = useTransitions(entry, { onChanged: unmark });
  const { perPage: usual = PER_PAGE, sort: usualSort } = form.definition.list;
  const { narrowed, query } = useListPage(entry, state);
  const rows = query.data?.data ?? [];
  const meta = query.data?.meta;
  // The selection belongs to the shown rows. New filters or a new search text clear it.
  const narrowing = `${JSON.stringify(state.filters)} ${state.text}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run when the filters or the text change
  useEffect(unmark, [narrowing]);
  // The page no longer exists, because records were removed or the link is old. Go to the last page.
  const beyond = meta && !query.isPlaceholderData && rows.length === 0 && meta.total > 0 ? meta.last_page : undefined;
  useEffect(() => {
    if (beyond !== undefined) state.goTo(beyond);
  }, [beyond, state]);
  const workflow = getOwn(common.workflows, form.definition.workflow);
  const bulk = state.deleted
    ? []
    : (workflow?.transitions ?? []).filter(({ bulk, action }) => bulk && entry.may.bulk?.includes(action));
  const offline = useOffline();
  const mayTake = offline.mode === 'online' && !state.deleted;
  // A device that was never prepared is prepared first, not for some records.
  const canTake = mayTake && offline.isSupported;
  const mayMark = (action: string) => !state.deleted && entry.may.marked?.includes(action) === true;
  const steps = (workflow?.transitions ?? []).filter(({ action }) => mayMark(action));
  const mayRemove = mayMark('delete');
  const totals = useListTotals({ entry, form, constants: common.constants, columns }, state);
  const list: RecordList = {
    ...{ entry, form, constants: common.constants, workflow, columns, rows, meta, totals, transitions },
    sort: state.sort ?? usualSort,
    // Clearing the order would bring back the usual one. If that is already active, reverse it.
    onSort: (sort) => state.set({ sort: sort ?? (state.sort ? undefined : usualSort?.replace(/^-/, '')) }),
    preview: state.preview,
    onPreview: isNarrow ? undefined : (preview) => state.replace({ preview }),
    marked,
    isMarking: asksForMarks || Object.keys(marked).length > 0,
    onMark: steps.length > 0 || mayRemove || canTake ? setMarked : undefined,
  };
  return {
    ...{ state, narrowed, query, list, bulk, mayTake, unmark },
    startMarking: () => setAsksForMarks(true),
    /** What may be done with selected records. */
    ofMarked: { steps, mayRemove },
    isOpening: query.isPending || beyond !== undefined,
    setPageSize: (size: number) => state.set({ perPage: size === usual ? undefined : size }),
  };
}
