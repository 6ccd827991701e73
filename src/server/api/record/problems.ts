/** The problems of a site as the API answers them: numbered, named, with the people of each role. */
import { badFilter } from '../../../core/errors/failure.ts';
import { pick } from '../../../core/text/languages.ts';
import type { ProblemsTable } from '../../db/tables.ts';
import { seenProblems } from '../../problems/seen.ts';
import type { Call } from '../call.ts';
import { namedPlainly, namedRow } from '../names.ts';
import { RefCollector } from './refs.ts';

const ROLE_KEYS = { 1: 'identified_by_id', 2: 'solved_by_id', 3: 'advocated_by_id' } as const;
const FILTERS = new Set([
  'from_date',
  'to_date',
  'fromDate',
  'toDate',
  'status',
  'problem_status_id',
  'problem_type_id',
  'type_id',
  'open',
]);

interface ProblemQuery {
  site: string;
  from?: string;
  to?: string;
  status?: string[];
  types?: string[];
  open?: boolean;
}

export async function problems(call: Call, id: string) {
  await call.services.records.get(call.form, id, call.actor);
  const data = await problemsOf(call, readFilters(call, id));
  return { data, meta: { total: data.length } };
}

/** Problems with their log folded into lists of people; oldest first, numbered from 1. Only those that the caller sees. */
export async function problemsOf(call: Pick<Call, 'services' | 'language' | 'actor'>, query: ProblemQuery) {
  const { services, language, actor } = call;
  const seen = await seenProblems(services.database.read, query.site, (ids) => services.records.seenAmong(ids, actor));
  const found = seen.filter(({ problem }) => isAsked(problem, query));
  const refs = new RefCollector(services);
  for (const { problem, logs } of found)
    for (const id of [problem.trouble_shooter_id, ...logs.map((log) => log.person_id)]) refs.addRecordId(id);
  const names = await refs.load();
  const { problemStatuses } = services.registry.common().constants;
  const types = new Map(
    [...new Set(found.map(({ problem }) => problem.type_id))].map((id) => [id, problemType(services, id)]),
  );
  return found.map(({ problem: row, logs }, index) => {
    const type = types.get(row.type_id);
    const status = problemStatuses.find((one) => one.id === row.status);
    const people = (role: 1 | 2 | 3) => [
      ...new Set(logs.flatMap((log) => (log.role === role && log.person_id ? [log.person_id] : []))),
    ];
    const words = type
      ? { name_en: type.name_en, name_fa: type.name_fa, name_ps: type.name_ps }
      : { name_en: row.type_id, name_fa: row.type_id, name_ps: row.type_id };
    return {
      ...namedRow({ id: row.id, ...words }, language),
      number: index + 1,
      problem_type_id: row.type_id,
      type_id: row.type_id,
      category: type?.category ?? null,
      problem_category: type?.category ?? null,
      category_title: type?.category_title ?? null,
      problem_details: row.details,
      resolution_steps: row.steps,
      problem_status_id: row.status,
      problem_status: status
        ? { id: status.id, name: pick(status.label, language), label: status.label, open: status.open }
        : { id: row.status, name: row.status },
      date_identified: row.date_identified,
      date_solved: row.date_solved,
      trouble_shooter_id: row.trouble_shooter_id,
      trouble_shooter: row.trouble_shooter_id
        ? namedPlainly(row.trouble_shooter_id, names[row.trouble_shooter_id]?.name ?? '')
        : null,
      photo: row.photo ? (JSON.parse(row.photo) as string[]) : [],
      ...Object.fromEntries(([1, 2, 3] as const).map((role) => [ROLE_KEYS[role], people(role)])),
      ...Object.fromEntries(
        ([1, 2, 3] as const).map((role) => [
          ROLE_KEYS[role].replace('_id', ''),
          people(role).map((id) => namedPlainly(id, names[id]?.name ?? '')),
        ]),
      ),
      logs: logs.map(({ role, person_id, date, record_id }) => ({
        role,
        person_id,
        person: person_id ? (names[person_id]?.name ?? '') : '',
        date,
        record_id,
      })),
    };
  });
}

export type AnsweredProblem = Awaited<ReturnType<typeof problemsOf>>[number];

function isAsked(problem: ProblemsTable, { from, to, status, types, open }: ProblemQuery): boolean {
  return (
    (!from || problem.date_identified >= from) &&
    (!to || problem.date_identified <= to) &&
    (!status || status.includes(problem.status)) &&
    (!types || types.includes(problem.type_id)) &&
    (open === undefined || (problem.open === 1) === open)
  );
}

/**
 * Type ids are looked for in every list of problem types; their ids do not repeat across programmes. A category is a
 * section of the sheets that use the list, and has its title.
 */
function problemType(services: Call['services'], id: string) {
  const sheets = services.registry.forms().filter((form) => form.definition.problems);
  for (const list of new Set(sheets.flatMap((form) => form.definition.problems?.types ?? []))) {
    const item = services.registry.choices(list).find((one) => one.id === id);
    if (!item) continue;
    const category_title = sheets
      .filter((form) => form.definition.problems?.types === list)
      .flatMap((form) => form.sections)
      .find((section) => section.id === item.category)?.def.title;
    return { ...item, category_title };
  }
  return undefined;
}

function readFilters({ query }: Call, site: string): ProblemQuery {
  const raw = typeof query.filters === 'string' && query.filters ? parse(query.filters) : (query.filters ?? {});
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw badFilter('filters');
  const given = { ...query, ...raw } as Record<string, unknown>;
  for (const name of Object.keys(raw)) if (!FILTERS.has(name)) throw badFilter(name);
  const from = day(given, 'from_date', 'fromDate');
  const to = day(given, 'to_date', 'toDate');
  const status = ids(given, 'problem_status_id', 'status');
  const types = ids(given, 'problem_type_id', 'type_id');
  const open =
    given.open === undefined || given.open === ''
      ? undefined
      : given.open === true || given.open === '1' || given.open === 'true';
  return {
    site,
    ...(from && { from }),
    ...(to && { to }),
    ...(status && { status }),
    ...(types && { types }),
    ...(open !== undefined && { open }),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badFilter('filters');
  }
}

function day(given: Record<string, unknown>, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = given[name];
    if (value === undefined || value === null || value === '') continue;
    if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) throw badFilter(name);
    return value;
  }
  return undefined;
}

function ids(given: Record<string, unknown>, ...names: string[]): string[] | undefined {
  for (const name of names) {
    const value = given[name];
    if (value === undefined || value === null || value === '') continue;
    const list = Array.isArray(value) ? value : [value];
    if (list.length > 100 || !list.every((one) => typeof one === 'string' && one.length <= 64 && !one.includes('\0')))
      throw badFilter(name);
    return list as string[];
  }
  return undefined;
}
