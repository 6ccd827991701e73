/** API requests of reports: the list, a report's filters, its numbers, the records behind one number, and files. */
import type {
  ReportBehindResponse,
  ReportResponse,
  ReportResultResponse,
  ReportsResponse,
} from '../../../core/generated/api.ts';
import { toWireLanguage } from '../../../core/text/languages.ts';
import { call, download, type OnProgress } from '../http.ts';
import { preferences } from '../preferences.ts';

const base = (report: string) => `reports/${encodeURIComponent(report)}`;

/** Appends the calendar, in which months are counted. Empty values stay: an empty row key means "says nothing". */
function queryOf(params: URLSearchParams, more: Record<string, string> = {}): string {
  return new URLSearchParams([...params, ...Object.entries({ ...more, calendar: preferences().calendar })]).toString();
}

/** Order of the rows of a block: `name` or a measure, with `-` the highest first. */
export type RowOrder = { order: string; across?: string };

interface MoreRows {
  block: string;
  offset: number;
  order?: RowOrder | undefined;
}

export const reportCalls = {
  reports: () => call<ReportsResponse>('reports'),
  report: async (report: string) => (await call<ReportResponse>(base(report))).data,
  /** With `more`, further rows of one block. */
  reportResult: async (
    report: string,
    filters: URLSearchParams,
    { signal, more }: { signal?: AbortSignal; more?: MoreRows } = {},
  ) => {
    const query = queryOf(filters, more && { block: more.block, offset: String(more.offset), ...more.order });
    return (await call<ReportResultResponse>(`${base(report)}/result?${query}`, { ...(signal && { signal }) })).data;
  },
  reportBehind: (report: string, question: URLSearchParams) =>
    call<ReportBehindResponse>(`${base(report)}/behind?${queryOf(question)}`),
  reportFile: (report: string, format: 'xlsx' | 'csv', filters: URLSearchParams, onProgress: OnProgress) =>
    download(
      `${base(report)}/export?${queryOf(filters, { format, localSuffix: toWireLanguage(preferences().language) })}`,
      { onProgress },
    ),
};
