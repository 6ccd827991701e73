/** Returns the problems of a site for the API, numbered and named, with the people of each role. */

import { namedPlainly, namedRow } from '../../../core/api/names.ts';
import { OWN_TYPES } from '../../../core/definitions/rows.ts';
import type { FieldNode, RecordData } from '../../../core/definitions/types.ts';
import { badFilter } from '../../../core/errors/failure.ts';
import { idsOf, type Refs } from '../../../core/form/types/fieldType.ts';
import { holdsRecords } from '../../../core/form/types/question.ts';
import { DETAILS, isOpen, type ProblemStatus, STATUS, TYPE, withStatus } from '../../../core/problems/log.ts';
import { isBlank } from '../../../core/records/blank.ts';
import { fold } from '../../../core/text/fold.ts';
import { pick } from '../../../core/text/languages.ts';
import type { ProblemsTable } from '../../db/tables.ts';
import { seenProblems } from '../../problems/seen.ts';
import type { Call } from '../call.ts';
import { RefCollector } from './refs.ts';

const FILTERS = new Set([
  'text',
  'from_date',
  'to_date',
  'fromDate',
  'toDate',
  'status',
  STATUS,
  TYPE,
  'type_id',
  'open',
]);

/** Longest text that is searched for. */
const MOST_WORDS = 200;

interface ProblemQuery {
  site: string;
  from?: string | undefined;
  to?: string | undefined;
  status?: string[] | undefined;
  types?: string[] | undefined;
  open?: boolean | undefined;
  /** Words in the code, the name or the description. */
  text?: string | undefined;
}

export async function problems(call: Call, id: string) {
  await call.services.records.get(call.form, id, call.actor);
  const { problems: data, refs } = await problemsOf(call, readFilters(call, id));
  return { data, refs, meta: { total: data.length } };
}

/** Returns a site's problems that the user may see, oldest first, numbered from 1, and the names they refer to. */
export async function problemsOf(call: Pick<Call, 'services' | 'language' | 'actor'>, query: ProblemQuery) {
  const { services, language, actor } = call;
  const form = services.registry.problem();
  const seen = await seenProblems(services.database.read, query.site, (ids) => services.records.seenAmong(ids, actor));
  const found = seen.filter(({ problem }) => isAsked(problem, query));
  const collector = new RefCollector(services);
  for (const { data, logs } of found) {
    if (form) collector.addAnswers(form, data);
    collector.addProblem(data.id);
    for (const { person_id } of logs) collector.addRecordId(person_id);
  }
  const refs = await collector.load();
  // Several visits share the log, and each may hide a restricted answer from other users. So restricted fields are left out.
  const columns = [...(form?.fields.values() ?? [])].filter(({ def }) => !def.restricted);
  const statuses = form?.fields.get(STATUS)?.def.options ?? [];
  const types = new Map(
    [...new Set(found.map(({ problem }) => problem.type_id))].map((id) => [id, problemType(services, id)]),
  );
  const problems = found.map(({ problem: { id, type_id, status }, logs, data }, index) => {
    const type = types.get(type_id);
    const { name_en, name_fa, name_ps } = type ?? namedPlainly(type_id, type_id);
    refs[`${OWN_TYPES}:${type_id}`] = { name_en, name_fa, name_ps };
    const label = statuses.find((one) => one.value === status)?.label;
    return {
      ...namedRow({ id, name_en, name_fa, name_ps }, language),
      ...answered(columns, data, refs),
      number: index + 1,
      code: refs[id]?.code ?? null,
      type_id,
      category: type?.category ?? null,
      problem_category: type?.category ?? null,
      category_title: type?.category_title ?? null,
      problem_status: label
        ? { id: status, name: pick(label, language), label, open: isOpen(status as ProblemStatus) }
        : { id: status, name: status },
      logs: logs.map(({ role, person_id, date, record_id }) => ({
        role,
        person_id,
        person: person_id ? (refs[person_id]?.name ?? '') : '',
        date,
        record_id,
      })),
    };
  });
  return { problems: withWords(problems, query.text), refs };
}

/** Returns the problems that have all words in their code, names or description, numbered again from 1. */
function withWords<Row extends RecordData>(problems: Row[], text: string | undefined): Row[] {
  const words = fold(text ?? '')
    .split(' ')
    .filter(Boolean);
  if (words.length === 0) return problems;
  return problems
    .filter((problem) => {
      const said = fold(
        ['code', 'name_en', 'name_fa', 'name_ps', DETAILS].map((name) => problem[name] ?? '').join(' '),
      );
      return words.every((word) => said.includes(word));
    })
    .map((problem, index) => ({ ...problem, number: index + 1 }));
}

/** Returns every answer of a problem by property name. Names of people are added under that name without `_id`. */
function answered(columns: readonly FieldNode[], data: RecordData, refs: Refs): RecordData {
  const answers: RecordData = {};
  for (const node of columns) {
    const isList = node.schema.type === 'array';
    answers[node.name] = data[node.name] ?? (isList ? [] : null);
    if (!holdsRecords(node)) continue;
    const people = idsOf(data[node.name]).map((id) => namedPlainly(String(id), refs[String(id)]?.name ?? ''));
    answers[node.name.replace(/_id$/, '')] = isList ? people : (people[0] ?? null);
  }
  return answers;
}

/** Returns the problems of one visit as it stored them, with the names of their types and people. */
export function namedProblems({ services, language }: Pick<Call, 'services' | 'language'>, rows: unknown, refs: Refs) {
  const columns = [...(services.registry.problem()?.fields.values() ?? [])].filter(holdsRecords);
  return (Array.isArray(rows) ? (rows as RecordData[]) : []).map((row) => {
    const id = String(row[TYPE] ?? '');
    const { name, name_en, name_fa, name_ps } = namedRow(problemType(services, id) ?? namedPlainly(id, id), language);
    const code = refs[String(row.id)]?.code ?? null;
    return { ...answered(columns, row, refs), ...withStatus(row), code, name, name_en, name_fa, name_ps };
  });
}

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
 * Finds a problem type in all lists of problem types; ids do not repeat across programmes. A category is a section of the
 * visit forms that use the list, and its title is that section's title.
 */
export function problemType(services: Pick<Call['services'], 'registry'>, id: string) {
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
  const open = read(given, ['open'], (value) => [true, '1', 'true'].includes(value as string));
  return {
    site,
    open,
    from: read(given, ['from_date', 'fromDate'], asDay),
    to: read(given, ['to_date', 'toDate'], asDay),
    status: read(given, [STATUS, 'status'], asIds),
    types: read(given, [TYPE, 'type_id'], asIds),
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
  const name = names.find((one) => !isBlank(given[one]));
  if (name === undefined) return undefined;
  const value = as(given[name]);
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
