/** The state of a list as its URL has it: page, sort, search text, filters, columns. */
import type { Filter, FormEntry } from '../generated/api.ts';
import { reviewPath } from './screens.ts';

export interface ListState {
  page: number;
  /** Rows per page, if not the form's default. */
  perPage?: number | undefined;
  sort: string | undefined;
  text: string;
  filters: Filter[];
  /** Sources of the chosen columns, in order. Undefined for those of the form. */
  columns?: string[] | undefined;
  /** Shows deleted records instead of the others. */
  deleted: boolean;
  /** Id of the saved view that was opened. What it shows is in the URL too. */
  view?: string | undefined;
  /** Id of the record shown beside the list. */
  preview?: string | undefined;
}

export const PAGE_SIZES = [20, 50, 100, 200];

export function readFilters(raw: string | null): Filter[] {
  if (!raw) return [];
  try {
    const value: unknown = JSON.parse(raw);
    if (Array.isArray(value))
      return value.filter((f): f is Filter => !!f && typeof f === 'object' && 'field' in f && 'op' in f);
    if (value && typeof value === 'object') {
      return Object.entries(value).map(
        ([field, given]): Filter => ({ field, op: Array.isArray(given) ? 'in' : 'eq', value: given }),
      );
    }
    return [];
  } catch {
    // The link was cut off. Show the list without filters rather than nothing.
    return [];
  }
}

export function listParams({
  page,
  perPage,
  sort,
  text,
  filters,
  columns,
  deleted,
  view,
  preview,
}: Omit<ListState, 'deleted'> & { deleted?: boolean }): URLSearchParams {
  const params = new URLSearchParams();
  if (page > 1) params.set('page', String(page));
  if (perPage) params.set('per_page', String(perPage));
  if (sort) params.set('sort', sort);
  if (text) params.set('text', text);
  if (filters.length) params.set('filters', JSON.stringify(filters));
  if (columns) params.set('columns', columns.join());
  if (deleted) params.set('deleted', '1');
  if (view) params.set('view', view);
  if (preview) params.set('preview', preview);
  return params;
}

/** Returns the path of the review of what a list shows. */
export function filteredReviewPath(
  { paths }: Pick<FormEntry, 'paths'>,
  filters: Filter[],
  text = '',
  sort?: string,
): string {
  const params = listParams({ page: 1, sort, text, filters });
  return params.size > 0 ? `${reviewPath(paths)}?${params}` : reviewPath(paths);
}

/** Returns the path of a form's list with these filters. */
export function filteredListPath({ paths }: Pick<FormEntry, 'paths'>, filters: Filter[]): string {
  return `${paths.list}?${listParams({ page: 1, sort: undefined, text: '', filters })}`;
}

export function readListState(params: URLSearchParams): ListState {
  return {
    page: Math.max(1, Math.floor(Number(params.get('page'))) || 1),
    perPage: PAGE_SIZES.find((size) => String(size) === params.get('per_page')),
    sort: params.get('sort') ?? undefined,
    text: params.get('text') ?? '',
    filters: readFilters(params.get('filters')),
    columns: params.get('columns')?.split(',').filter(Boolean),
    deleted: params.get('deleted') === '1',
    view: params.get('view') || undefined,
    preview: params.get('preview') || undefined,
  };
}

/** Returns the query of one page (`asked`), and the query without page number and size (`narrowed`). */
export function pageQuery({ filters, sort, text, columns, deleted, page, perPage }: ListState) {
  const chosen = columns?.length ? { columns: columns.join() } : {};
  const narrowed = { filters, ...(sort && { sort }), text, ...chosen, ...(deleted && { deleted: true }) };
  return { narrowed, asked: { ...narrowed, page, ...(perPage && { per_page: perPage }) } };
}
