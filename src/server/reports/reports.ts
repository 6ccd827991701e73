/** Reports for one reader: what they ask, their numbers, and what is behind each number. */
import type { NamedItem, ReportBlockResult, ReportResult, ReportView } from '../../core/generated/api.ts';
import type { Block, ReportDefinition } from '../../core/generated/report.ts';
import type { Actor } from '../../core/records/types.ts';
import { appliedFilters, readParameters } from '../../core/reports/parameters.ts';
import { formsOfReport, measuresOf } from '../../core/reports/sources.ts';
import { type Calendar, kabulDay } from '../../core/text/dates.ts';
import type { Language } from '../../core/text/languages.ts';
import type { SnapshotRead } from '../db/apart.ts';
import type { Handle } from '../db/database.ts';
import { blockResults, countSingleNumber } from './compute.ts';
import type { ReportContext, ReportDeps, RunQuery } from './context.ts';
import { documentedOrganizations, reportProvincesOf, reportView } from './describe.ts';
import { type DrillDownQuery, type DrillDownRows, drillDown } from './drillDown.ts';

export interface ReportReader {
  actor: Actor;
  language: Language;
  calendar: Calendar;
  /** The filters, as they were sent. */
  query: Readonly<Record<string, unknown>>;
  /** Aborted when nobody waits for the answer any more. */
  gone?: AbortSignal | undefined;
}

export interface ResultQuery {
  /** Only this block. */
  block?: string;
  offset: number;
  /** Order of the rows, in place of that of the block: `name` or a measure, with `-` the highest first. */
  order?: string | undefined;
  /** Key of the column of a cross table that the order is of. */
  across?: string | undefined;
  /** All rows, for files. */
  isWhole?: boolean;
  /** With the measures that screens leave out. */
  isDocumented?: boolean;
  /** Page of the blocks that show a part of their rows; documented calls count pages. */
  page?: number;
  perPage?: number | undefined;
}

export interface DocumentedReport {
  organizations: NamedItem[];
  provinces: NamedItem[];
  blocks: ReportBlockResult[];
}

const WHOLE = 100_000;

export type Reports = ReturnType<typeof createReports>;

export function createReports({
  database,
  registry,
  projector,
  now,
  atOnce,
}: ReportDeps & { now: () => Date; atOnce: SnapshotRead }) {
  /** Works with what the reader asks, at one moment. */
  async function inMoment<T>(
    report: ReportDefinition,
    { actor, language, calendar, query, gone }: ReportReader,
    work: (context: ReportContext, at: string) => Promise<T>,
  ): Promise<T> {
    const today = kabulDay(now());
    const asked = readParameters(report, query, { today, calendar, registry });
    const known = { registry, projector, actor, language, calendar, today, asked, states: report.states };
    return atOnce((read: Handle) => {
      const run: RunQuery = async (statement) => (await statement.execute(read)).rows;
      return work({ ...known, database: { ...database, read }, run }, now().toISOString());
    }, gone);
  }

  return {
    view: (report: ReportDefinition, reader: ReportReader): Promise<ReportView> =>
      inMoment(report, { ...reader, query: {} }, (context) => reportView(context, report)),

    result: (report: ReportDefinition, reader: ReportReader, query: ResultQuery): Promise<ReportResult> =>
      inMoment(report, reader, (context, at) => resultOf(context, { report, query, at })),

    /** Returns the records behind a number, and the number at the same moment, which may have changed since it was shown. */
    behind: (
      report: ReportDefinition,
      reader: ReportReader,
      query: DrillDownQuery,
    ): Promise<DrillDownRows & { number: number | null; at: string }> =>
      inMoment(report, reader, async (context, at) => ({
        ...(await drillDown(context, query)),
        number: await countSingleNumber(context, query),
        at,
      })),

    /** Returns the choices of the documented calls, and with a query the blocks that they answer, both of one moment. */
    documented: (
      report: ReportDefinition,
      reader: ReportReader,
      query: ResultQuery | undefined,
    ): Promise<DocumentedReport> =>
      inMoment(report, query ? reader : { ...reader, query: {} }, async (context, at) => ({
        organizations: await documentedOrganizations(context, report),
        provinces: reportProvincesOf(context, report),
        blocks: query ? (await resultOf(context, { report, query, at })).blocks : [],
      })),
  };
}

async function resultOf(
  context: ReportContext,
  { report, query, at }: { report: ReportDefinition; query: ResultQuery; at: string },
): Promise<ReportResult> {
  const documented = new Set(Object.values(report.api?.keys ?? {}).map((key) => key.split('.')[0]));
  const wanted = report.blocks.filter(
    ({ id }) => (query.block === undefined || id === query.block) && (!query.isDocumented || documented.has(id)),
  );
  const { blocks: found, records } = await blockResults(
    context,
    { blocks: wanted, forms: formsOfReport(report) },
    (block) => pageOf(block, query),
  );
  const blocks = query.isDocumented ? found : found.map((result, at) => withoutHidden(wanted[at] as Block, result));
  return { report: report.report, at, records, filters: appliedFilters(context.asked), blocks };
}

function pageOf(block: Block, { offset, order, across, isWhole, isDocumented, page = 1, perPage }: ResultQuery) {
  if (isWhole || (isDocumented && block.most === undefined)) return { offset: 0, rows: WHOLE };
  if (!isDocumented) return { offset, order, across };
  const rows = perPage ?? (block.most as number);
  return { offset: (page - 1) * rows, rows };
}

/** Removes the columns of measures that only other measures and documented answers use. */
function withoutHidden(block: Block, result: ReportBlockResult): ReportBlockResult {
  const hidden = new Set(measuresOf(block).flatMap(({ id, hidden }) => (hidden ? id : [])));
  if (hidden.size === 0) return result;
  const isShown = (at: number) => !hidden.has(result.columns[at]?.measure ?? '');
  const cut = <Row extends { cells: (number | null)[] }>(row: Row): Row => ({
    ...row,
    cells: row.cells.filter((_cell, at) => isShown(at)),
  });
  return {
    ...result,
    columns: result.columns.filter((_column, at) => isShown(at)),
    rows: result.rows.map(cut),
    total: result.total && cut(result.total),
  };
}
