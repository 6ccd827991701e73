/** `GET {base}/{id}/problems?download=1&localSuffix=fa`: the problem log of a site as a workbook named after it. */
import type { FastifyReply } from 'fastify';
import { formatDate } from '../../../core/text/dates.ts';
import { pick } from '../../../core/text/languages.ts';
import { suffixLanguage } from '../../http/language.ts';
import { words } from '../../http/words.ts';
import type { Call } from '../call.ts';
import { sendWorkbook } from '../files/download.ts';
import type { Cell } from '../files/workbook.ts';
import { type AnsweredProblem, problems } from './problems.ts';

const WIDTHS = [6, 28, 24, 18, 18, 16, 44, 44, 18, 18, 26, 26, 26, 26];

export async function problemsSheet(call: Call, id: string): Promise<FastifyReply> {
  const language = suffixLanguage(call.query.localSuffix, call.language);
  const { name } = await call.services.records.get(call.form, id, call.actor);
  const { data } = await problems({ ...call, language }, id);
  const label = (key: string) => words(language, `server:problems.${key}`);
  const solar = (iso: string | null) => (iso ? formatDate(iso, { language, calendar: 'solar', style: 'short' }) : '');
  const people = (problem: AnsweredProblem, key: string) =>
    ((problem as Record<string, unknown>)[key] as { name: string }[])
      .map((one) => one.name)
      .join(language === 'en' ? ', ' : '، ');
  const head = [
    'number',
    'type',
    'category',
    'identified_solar',
    'identified',
    'status',
    'details',
    'steps',
    'solved_solar',
    'solved',
    'identified_by',
    'solved_by',
    'advocated_by',
    'trouble_shooter',
  ];
  const rows = data.map((problem): Cell[] => [
    problem.number,
    problem.name,
    problem.category_title ? pick(problem.category_title, language) : '',
    solar(problem.date_identified),
    problem.date_identified,
    problem.problem_status.name,
    problem.problem_details,
    problem.resolution_steps ?? '',
    solar(problem.date_solved),
    problem.date_solved ?? '',
    people(problem, 'identified_by'),
    people(problem, 'solved_by'),
    people(problem, 'advocated_by'),
    problem.trouble_shooter?.name ?? '',
  ]);
  return sendWorkbook(call.reply, `${name} Problems Log Sheet.xlsx`, {
    sheet: label('sheet'),
    language,
    head: head.map(label),
    rows,
    widths: WIDTHS,
  });
}
