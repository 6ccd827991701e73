/** The paths and the URL of reports: which report a path opens, its filters, and the number whose records are shown. */

import { useQuery } from '@tanstack/react-query';
import type { Navigation } from '../../../core/definitions/types.ts';
import type { ClosedReport, ReportEntry, ReportFilter } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { useIsLoggedIn, useSession } from '../queries.ts';
import { source } from '../source.ts';

export function useReports() {
  const loggedIn = useIsLoggedIn();
  const mustChange = useSession().data?.user.must_change_password === true;
  return useQuery({
    queryKey: ['reports'],
    queryFn: () => source.reports(),
    enabled: loggedIn && !mustChange,
    staleTime: 60_000,
  });
}

export function useReport(report: string) {
  return useQuery({ queryKey: ['reports', report], queryFn: () => source.report(report), staleTime: 60_000 });
}

/** Returns the names of records that a filter chooses. A filter of other choices asks for none. */
export function useChosenRecords({ kind, forms = [] }: ReportFilter, ids: string[]) {
  return useQuery({
    queryKey: ['reports', 'chosen', forms, ids],
    queryFn: () => source.findRecords({ forms, ids }),
    enabled: kind === 'search' && ids.length > 0,
    staleTime: 60_000,
  });
}

export const REPORT_ICONS: Record<ReportEntry['kind'], string> = {
  summary: 'list-details',
  dashboard: 'chart-bar',
  feedback: 'message',
  ratings: 'star',
  activity: 'activity',
  other: 'report-analytics',
};

export interface ReportMatch<T = ReportEntry> {
  entry: T;
  /** True for the page of the result, false for that of the filters. */
  isResult: boolean;
}

/** Finds the report of a path or of another path of the same screen. A trailing slash is ignored. */
export function matchReport<T extends Pick<ClosedReport, 'path' | 'aliases'>>(
  entries: readonly T[],
  pathname: string,
): ReportMatch<T> | null {
  const asked = withoutTrailingSlash(pathname);
  for (const entry of entries) {
    for (const path of [entry.path, ...(entry.aliases ?? [])].map(withoutTrailingSlash)) {
      if (asked === path) return { entry, isResult: false };
      if (asked === `${path}/show`) return { entry, isResult: true };
    }
  }
  return null;
}

export function withoutTrailingSlash(path: string): string {
  return path.replace(/(.)\/+$/, '$1');
}

export function resultPath({ path }: Pick<ReportEntry, 'path'>): string {
  return `${withoutTrailingSlash(path)}/show`;
}

type Department = Navigation['departments'][number];

/** Returns the programmes whose reports a department lists. */
export function departmentProgrammes({ id, reports }: Department): readonly string[] {
  return reports?.programmes ?? [id];
}

export function departmentOfReports(departments: readonly Department[], programme: string): Department | undefined {
  return (
    departments.find((one) => one.reports && departmentProgrammes(one).includes(programme)) ??
    departments.find(({ id }) => id === programme)
  );
}

/** What is chosen in each filter, by its id. A filter without a choice is left out. */
export type ChosenFilters = Record<string, string[]>;

export function readChosenFilters(filters: readonly ReportFilter[], params: URLSearchParams): ChosenFilters {
  return Object.fromEntries(
    filters.flatMap(({ id }) => {
      const values = (params.get(id) ?? '').split(',').filter(Boolean);
      return values.length > 0 ? [[id, values]] : [];
    }),
  );
}

export function chosenFilterParams(chosen: ChosenFilters): URLSearchParams {
  const given = Object.entries(chosen).filter(([, values]) => values.some(Boolean));
  return new URLSearchParams(given.map(([id, values]) => [id, values.filter(Boolean).join()]));
}

/** Names of the filters that must be chosen before anything is counted, and are not. */
export function missingRequiredFilters(filters: readonly ReportFilter[], chosen: ChosenFilters): ReportFilter[] {
  return filters.filter(({ id, required }) => required && !getOwn(chosen, id));
}

/** A number of a report. Without `row` it is that of all rows. */
export interface ReportNumberKey {
  block: string;
  measure: string;
  row?: string | undefined;
  across?: string | undefined;
}

const OPENED = { block: 'behind_block', measure: 'behind', row: 'behind_row', across: 'behind_across' } as const;
const PAGE = 'behind_page';

/** Returns the parameters with this number opened. `key` null closes it. */
export function drillDownParams(params: URLSearchParams, key: ReportNumberKey | null, page = 1): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of [...Object.values(OPENED), PAGE]) next.delete(name);
  if (!key) return next;
  for (const part of ['block', 'measure', 'row', 'across'] as const)
    if (key[part] !== undefined) next.set(OPENED[part], key[part]);
  if (page > 1) next.set(PAGE, String(page));
  return next;
}

export function readDrillDown(params: URLSearchParams): { key: ReportNumberKey; page: number } | null {
  const block = params.get(OPENED.block);
  const measure = params.get(OPENED.measure);
  if (!block || !measure) return null;
  return {
    key: { block, measure, row: params.get(OPENED.row) ?? undefined, across: params.get(OPENED.across) ?? undefined },
    page: Math.max(1, Math.floor(Number(params.get(PAGE))) || 1),
  };
}

/** Returns the query that asks for the records behind a number. */
export function drillDownQuery(
  filters: URLSearchParams,
  { key, page }: { key: ReportNumberKey; page: number },
): URLSearchParams {
  const query = new URLSearchParams(filters);
  for (const part of ['block', 'measure', 'row', 'across'] as const)
    if (key[part] !== undefined) query.set(part, key[part]);
  query.set('page', String(page));
  return query;
}
