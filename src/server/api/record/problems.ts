/** The problems of a site: as an answer (`GET {base}/{id}/problems`) and as a workbook. */

import type { FastifyReply } from 'fastify';
import type { ProblemQuery } from '../../../core/api/problems.ts';
import { badFilter } from '../../../core/errors/failure.ts';
import { holdsFiles, isAnswerable } from '../../../core/form/types/question.ts';
import { getOwn } from '../../../core/json.ts';
import { PROBLEM_STATUS, PROBLEM_TYPE } from '../../../core/problems/log.ts';
import { pickText } from '../../../core/text/languages.ts';
import { isBlank } from '../../../core/text/letters.ts';
import { problemsView } from '../../../core/views/record/show.ts';
import { readLocalSuffix } from '../../http/session.ts';
import { words } from '../../http/words.ts';
import type { ApiCall } from '../call.ts';
import { answerColumns } from '../export/answerColumns.ts';
import { plainExportStyle } from '../export/style.ts';
import { sendWorkbook } from '../files/download.ts';
import type { WorksheetCell } from '../files/workbook.ts';
import { createServerReads } from '../reads.ts';

const FILTERS = new Set([
  'text',
  'from_date',
  'to_date',
  'fromDate',
  'toDate',
  'status',
  PROBLEM_STATUS,
  PROBLEM_TYPE,
  'type_id',
  'open',
]);

/** Longest text that is searched for. */
const MOST_WORDS = 200;

/** Returns the problems of a site for the API, numbered and named, with the people of each role. */
export async function problemsHandler(call: ApiCall, id: string) {
  await call.services.records.get(call.form, id, call.actor);
  return problemsView(createServerReads(call), id, readFilters(call));
}

function readFilters({ query }: ApiCall): ProblemQuery {
  const raw = typeof query.filters === 'string' && query.filters ? parse(query.filters) : (query.filters ?? {});
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw badFilter('filters');
  const given = { ...query, ...raw } as Record<string, unknown>;
  for (const name of Object.keys(raw)) if (!FILTERS.has(name)) throw badFilter(name);
  const open = read(given, ['open'], (value) => [true, '1', 'true'].includes(value as string));
  return {
    open,
    from: read(given, ['from_date', 'fromDate'], asDay),
    to: read(given, ['to_date', 'toDate'], asDay),
    status: read(given, [PROBLEM_STATUS, 'status'], asIds),
    types: read(given, [PROBLEM_TYPE, 'type_id'], asIds),
    text: read(given, ['text'], asWords),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badFilter('filters');
  }
}

/** Reads the first of these names that the query gives. Throws bad_filter if its value is invalid. */
function read<T>(
  given: Record<string, unknown>,
  names: readonly string[],
  as: (value: unknown) => T | undefined,
): T | undefined {
  const name = names.find((one) => !isBlank(getOwn(given, one)));
  if (name === undefined) return undefined;
  const value = as(getOwn(given, name));
  if (value === undefined) throw badFilter(name);
  return value;
}

function asDay(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined;
}

function asWords(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= MOST_WORDS ? value : undefined;
}

function asIds(value: unknown): string[] | undefined {
  const list = [value].flat();
  const isId = (one: unknown): one is string => typeof one === 'string' && one.length <= 64 && !one.includes('\0');
  return list.length <= 100 && list.every(isId) ? list : undefined;
}

/** `GET {base}/{id}/problems?download=1&localSuffix=fa`: sends a site's problem log as a workbook named after the site. */
export async function problemsSheetHandler(call: ApiCall, id: string): Promise<FastifyReply> {
  const language = readLocalSuffix(call.query.localSuffix, call.language);
  const { services, form, actor } = call;
  const { name } = await services.records.get(form, id, actor);
  const { data, refs } = await problemsHandler({ ...call, language }, id);
  const label = (key: string) => words(language, `server:problems.${key}`);
  const problem = services.registry.problem();
  const asked = problem?.sections.flatMap(({ fields }) => fields) ?? [];
  const columns = asked
    .filter((node) => isAnswerable(node) && !holdsFiles(node))
    .flatMap((node) =>
      answerColumns({ services, form: problem ?? form, style: plainExportStyle(language) }, node, node.def.short),
    );
  return sendWorkbook(call.reply, `${name} Problems Log Sheet.xlsx`, {
    language,
    sheets: [
      {
        title: label('sheet'),
        head: [label('number'), label('code'), label('category'), ...columns.map(({ heading }) => heading)],
        rows: data.map((problem): WorksheetCell[] => [
          problem.number,
          problem.code ?? '',
          problem.category_title ? pickText(problem.category_title, language) : '',
          ...columns.map(({ cell }) => cell(problem, refs)),
        ]),
      },
    ],
  });
}
