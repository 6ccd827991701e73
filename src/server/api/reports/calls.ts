/**
 * Reports: which there are, what they ask, their numbers, and the records behind each number. A report counts only what its
 * reader may see, by the same conditions as lists.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { badFilter, Failure } from '../../../core/errors/failure.ts';
import type {
  ReportBehindResponse,
  ReportResponse,
  ReportResultResponse,
  ReportsResponse,
} from '../../../core/generated/api.ts';
import type { ReportDefinition } from '../../../core/generated/report.ts';
import { pageMeta } from '../../../core/query/pages.ts';
import { kabulDay } from '../../../core/text/dates.ts';
import { type Language, pickText } from '../../../core/text/languages.ts';
import { checkedQueryOf } from '../../http/bodies.ts';
import { errorBody } from '../../http/responses.ts';
import type { Services } from '../../http/services.ts';
import { readCalendar, readLocalSuffix, requireActor } from '../../http/session.ts';
import type { ReportReader } from '../../reports/reports.ts';
import { mustBePublisher } from '../admin/publication.ts';
import { sendTable } from '../files/download.ts';
import { hiddenTitles, mustSeeBlock, type OpenedReport, openReport, reportRefusal } from './permission.ts';
import { isReportDraftName, reportOfDraft } from './preview.ts';
import { reportServiceOf } from './service.ts';
import { reportTable } from './table.ts';

const KINDS: readonly string[] = ['summary', 'dashboard', 'feedback', 'ratings', 'activity', 'other'];

export function registerReportRoutes(app: FastifyInstance, services: Services): void {
  const { registry } = services;
  const reports = reportServiceOf(services);

  app.get('/api/reports', async (request): Promise<ReportsResponse> => {
    const actor = await requireActor(request, services);
    const programmes = registry.common().navigation.departments.map(({ id }) => id);
    const place = ({ programme, kind }: ReportDefinition) =>
      (programmes.indexOf(programme) + 1 || programmes.length + 1) * KINDS.length + KINDS.indexOf(kind);
    const refusals = new Map(registry.reports().map((report) => [report, reportRefusal(report, actor, registry)]));
    const data = registry
      .reports()
      .filter((report) => !refusals.get(report))
      .sort((a, b) => place(a) - place(b))
      .map(({ report, programme, kind, title, description, path, aliases }) => ({
        report,
        programme,
        kind,
        title,
        description: description ?? null,
        path,
        ...(aliases && { aliases }),
      }));
    const closed = [...refusals].flatMap(([{ report, path, aliases }, refusal]) => {
      if (!refusal) return [];
      const { message } = errorBody(refusal, request.language, request.id);
      return { report, path, ...(aliases && { aliases }), message };
    });
    return { data, closed };
  });

  app.get<{ Params: { report: string } }>('/api/reports/:report', async (request): Promise<ReportResponse> => {
    const { report, reader, closed } = await asked(request, services);
    const titles = hiddenTitles(report, closed, registry);
    return { data: { ...(await reports.view(report, reader)), ...(titles.length > 0 && { closed: titles }) } };
  });

  app.get<{ Params: { report: string } }>(
    '/api/reports/:report/result',
    async (request, reply): Promise<ReportResultResponse> => {
      const { report, reader, query, closed } = await asked(request, services, reply);
      const block = query.block || undefined;
      if (block !== undefined) mustSeeBlock({ report, closed }, block);
      if (block !== undefined && !report.blocks.some(({ id }) => id === block)) throw badFilter('block');
      const order = orderOf(report, block, query.order || undefined);
      const found = await reports.result(report, reader, {
        ...(block !== undefined && { block }),
        offset: query.offset,
        order,
        across: query.across,
      });
      return { data: found };
    },
  );

  registerBehind(app, services);
  registerFile(app, services);
}

function registerBehind(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { report: string } }>(
    '/api/reports/:report/behind',
    async (request, reply): Promise<ReportBehindResponse> => {
      const { report, reader, query, closed } = await asked(request, services, reply);
      const block = report.blocks.find(({ id }) => id === query.block);
      const measure = query.measure || undefined;
      mustSeeBlock({ report, closed }, String(query.block), measure);
      if (!block) throw badFilter('block');
      if (measure === undefined) throw badFilter('measure');
      const { page, per_page: most, row, across } = query;
      const found = await reportServiceOf(services).behind(report, reader, {
        block,
        measure,
        row,
        across,
        most,
        offset: (page - 1) * most,
      });
      const { rows, total, number, at } = found;
      return { data: rows, meta: pageMeta(page, most, total), number, at };
    },
  );
}

function registerFile(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { report: string } }>('/api/reports/:report/export', async (request, reply): Promise<unknown> => {
    const { report, reader, query } = await asked(request, services, reply);
    const language = readLocalSuffix(query.localSuffix, reader.language);
    const own = { ...reader, language, calendar: readCalendar(query.calendar, language) };
    const { blocks } = await reportServiceOf(services).result(report, own, { offset: 0, isWhole: true });
    const heading = `${pickText(report.title, language)} ${kabulDay(services.now())}`;
    return sendTable({ reply, query }, { heading, language, rows: reportTable(report, blocks, language) });
  });
}

/** What the calls of a report are asked. Each has its own of these. */
type ReportQuery = Record<'offset' | 'page' | 'per_page', number> & Readonly<Record<string, string | undefined>>;

/** Returns the report as far as the reader may see it, and who reads it. Throws `route_not_found` for an unknown one, and why somebody may not open it. */
async function asked(
  request: FastifyRequest<{ Params: { report: string } }>,
  services: Services,
  reply?: FastifyReply,
): Promise<Pick<OpenedReport, 'report' | 'closed'> & { reader: ReportReader; query: ReportQuery }> {
  const { registry } = services;
  const query = checkedQueryOf<ReportQuery>(request);
  const { report: name } = request.params;
  if (isReportDraftName(name)) {
    // Its roles are those of its readers: who writes it counts what they see themselves.
    const actor = await mustBePublisher(request, services);
    const report = await reportOfDraft(services, name, request.language);
    return { report, closed: [], query, reader: reportReaderOf(actor, request.language, query, reply) };
  }
  const caller = await requireActor(request, services);
  const found = registry.reports().find((one) => one.report === name);
  if (!found) throw new Failure('route_not_found');
  const { actor, report, closed } = openReport(found, caller, registry);
  return { report, closed, query, reader: reportReaderOf(actor, request.language, query, reply) };
}

export function reportReaderOf(
  actor: ReportReader['actor'],
  language: Language,
  query: Record<string, unknown>,
  reply: FastifyReply | undefined,
): ReportReader {
  return { actor, language, query, calendar: readCalendar(query.calendar, language), gone: goneSignal(reply) };
}

/** Tells when the connection is closed before the answer was written. */
function goneSignal(reply: FastifyReply | undefined): AbortSignal | undefined {
  if (!reply) return undefined;
  const controller = new AbortController();
  reply.raw.once('close', () => reply.raw.writableFinished || controller.abort());
  if (reply.raw.destroyed) controller.abort();
  return controller.signal;
}

/** Rows are ordered by their name or by a measure of the block that is asked for. */
function orderOf({ blocks }: ReportDefinition, block: string | undefined, order: string | undefined) {
  if (order === undefined) return undefined;
  const measures = blocks.find(({ id }) => id === block)?.measures ?? [];
  const by = order.replace(/^-/, '');
  if (by !== 'name' && !measures.some(({ id, hidden }) => id === by && !hidden)) throw badFilter('order');
  return order;
}
