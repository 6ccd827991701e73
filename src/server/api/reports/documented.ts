/** The documented calls of reports: the choices of the filters, and the result under the documented keys. */
import { pageMeta } from '../../../core/api/page.ts';
import type { ReportDefinition } from '../../../core/generated/report.ts';
import type { Actor } from '../../../core/records/types.ts';
import { documentedAnswer } from '../../../core/reports/documented.ts';
import type { Services } from '../../http/services.ts';
import type { Call } from '../call.ts';
import { readerOf, whole } from './calls.ts';
import { mustOpen } from './permission.ts';
import { reportsOf } from './service.ts';

type Asked = Pick<Call, 'services' | 'actor' | 'language' | 'query' | 'reply'>;

/** Returns the answer of a documented path of a report; undefined if no report has it. */
export function documentedReport(
  { registry }: Services,
  segments: readonly string[],
): { pattern: string; answer: (asked: Asked) => Promise<unknown> } | undefined {
  const path = segments.join('/');
  for (const report of registry.reports()) {
    if (!report.api) continue;
    const { base, result = `${base}/show` } = report.api;
    if (path !== base && path !== result) continue;
    return {
      pattern: `/api/${path}`,
      answer: async (asked) => {
        const own = { ...asked, actor: mustOpen(report, asked.actor as Actor, registry) };
        return {
          ...(await choices(report, own)),
          ...(path === result && (await shown(report, own))),
        };
      },
    };
  }
  return undefined;
}

async function choices(report: ReportDefinition, { services, actor, language, query, reply }: Asked) {
  const found = await reportsOf(services).choices(report, readerOf(actor, language, query, reply));
  const keys = report.api?.choices ?? { organizations: 'organizations', provinces: 'provinces' };
  return Object.fromEntries(Object.entries(keys).map(([key, list]) => [key, found[list]]));
}

async function shown(report: ReportDefinition, { services, actor, language, query, reply }: Asked) {
  const page = whole(query.page, 'page', 1, 100_000, 1);
  const perPage = query.per_page === undefined ? undefined : whole(query.per_page, 'per_page', 25, 1000, 1);
  const reader = readerOf(actor, language, query, reply);
  const { blocks } = await reportsOf(services).result(report, reader, { offset: 0, page, perPage, isDocumented: true });
  return documentedAnswer(report, blocks, (block, all) => pageMeta(page, perPage ?? block.most ?? all, all));
}
