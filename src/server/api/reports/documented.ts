/** The documented calls of reports: the choices of the filters, and the result under the documented keys. */

import { badFilter } from '../../../core/errors/failure.ts';
import type { Block, ReportDefinition } from '../../../core/generated/report.ts';
import { pageMeta } from '../../../core/query/pages.ts';
import type { Actor } from '../../../core/records/types.ts';
import { documentedAnswer } from '../../../core/reports/documented.ts';
import type { Services } from '../../http/services.ts';
import type { ApiCall } from '../call.ts';
import { reportReaderOf } from './calls.ts';
import { openReport } from './permission.ts';
import { reportServiceOf } from './service.ts';

type Asked = Pick<ApiCall, 'services' | 'actor' | 'language' | 'query' | 'reply'>;

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
      answer: async (asked) => answerOf(report, asked, path === result),
    };
  }
  return undefined;
}

async function answerOf(found: ReportDefinition, { services, query, ...asked }: Asked, hasResult: boolean) {
  const { actor, report } = openReport(found, asked.actor as Actor, services.registry);
  const reader = reportReaderOf(actor, asked.language, query, asked.reply);
  const page = hasResult ? whole(query.page, 'page', 1, 100_000) : 1;
  const perPage = hasResult && query.per_page !== undefined ? whole(query.per_page, 'per_page', 25, 1000) : undefined;
  const wanted = hasResult ? { offset: 0, page, perPage, isDocumented: true } : undefined;
  const answer = await reportServiceOf(services).documented(report, reader, wanted);
  const keys = report.api?.choices ?? { organizations: 'organizations', provinces: 'provinces' };
  const choices = Object.fromEntries(Object.entries(keys).map(([key, list]) => [key, answer[list]]));
  if (!hasResult) return choices;
  const pages = (block: Block, all: number) => pageMeta(page, perPage ?? block.most ?? all, all);
  return { ...choices, ...documentedAnswer(report, answer.blocks, pages) };
}

function whole(value: unknown, name: string, standard: number, most: number): number {
  if (value === undefined || value === '') return standard;
  const number = typeof value === 'string' && /^\d{1,7}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= 1 && number <= most)) throw badFilter(name);
  return number;
}
