/** Reports for one reader: what they ask, their numbers, and what is behind each number. */
import { Failure } from '../../core/errors/failure.ts';
import type { NamedItem, ReportBlockResult, ReportResult, ReportView } from '../../core/generated/api.ts';
import type { Block, ReportDefinition } from '../../core/generated/report.ts';
import type { Actor } from '../../core/records/types.ts';
import { readAsked, understood } from '../../core/reports/asked.ts';
import { measuresOf } from '../../core/reports/sources.ts';
import { type Calendar, kabulDay } from '../../core/text/dates.ts';
import type { Language } from '../../core/text/languages.ts';
import type { Run } from '../db/apart.ts';
import { type Behind, type BehindQuery, behind } from './behind.ts';
import { blockResult, recordsLookedAt } from './compute.ts';
import type { ReportContext, ReportDeps } from './context.ts';
import { documentedOrganizations, provincesOf, reportView } from './describe.ts';

export interface ReportReader {
  actor: Actor;
  language: Language;
  calendar: Calendar;
  /** The filters, as they were sent. */
  query: Readonly<Record<string, unknown>>;
  /** Returns true if nobody waits for the answer any more. */
  isGone?(): boolean;
}

export interface ResultQuery {
  /** Only this block. */
  block?: string;
  offset: number;
  /** All rows, for files. */
  isWhole?: boolean;
  /** With the measures that screens leave out. */
  isDocumented?: boolean;
  /** Page of the blocks that show a part of their rows; documented calls count pages. */
  page?: number;
  perPage?: number | undefined;
}

const WHOLE = 100_000;

export type Reports = ReturnType<typeof createReports>;

export function createReports({
  database,
  registry,
  projector,
  now,
  apart,
}: ReportDeps & { now: () => Date; apart: Run }) {
  function contextOf(report: ReportDefinition, reader: ReportReader): ReportContext {
    const { actor, language, calendar, query, isGone } = reader;
    const today = kabulDay(now());
    const run: Run = (statement) => {
      if (isGone?.()) throw new Failure('unavailable', { detail: 'nobody waits for the report any more' });
      return apart(statement);
    };
    const asked = readAsked(report, query, { today, calendar });
    return { database, registry, projector, run, actor, language, calendar, today, asked, states: report.states };
  }

  return {
    view: (report: ReportDefinition, reader: ReportReader): Promise<ReportView> =>
      reportView(contextOf(report, { ...reader, query: {} }), report),

    async result(report: ReportDefinition, reader: ReportReader, query: ResultQuery): Promise<ReportResult> {
      const context = contextOf(report, reader);
      const blocks: ReportBlockResult[] = [];
      for (const block of report.blocks) {
        if (query.block !== undefined && block.id !== query.block) continue;
        const found = await blockResult(context, block, pageOf(block, query));
        blocks.push(query.isDocumented ? found : withoutHidden(block, found));
      }
      const records = await recordsLookedAt(context, report);
      return { report: report.report, at: now().toISOString(), records, filters: understood(context.asked), blocks };
    },

    async behind(report: ReportDefinition, reader: ReportReader, query: BehindQuery): Promise<Behind> {
      return behind(contextOf(report, reader), query);
    },

    /** Returns the choices of the documented calls. */
    async choices(
      report: ReportDefinition,
      reader: ReportReader,
    ): Promise<{ organizations: NamedItem[]; provinces: NamedItem[] }> {
      const context = contextOf(report, { ...reader, query: {} });
      return { organizations: await documentedOrganizations(context, report), provinces: provincesOf(context, report) };
    },
  };
}

function pageOf(block: Block, { offset, isWhole, isDocumented, page = 1, perPage }: ResultQuery) {
  if (isWhole || (isDocumented && block.most === undefined)) return { offset: 0, rows: WHOLE };
  if (!isDocumented) return { offset };
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
