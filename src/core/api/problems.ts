/** Problems of a site or a visit as the API sends them, numbered and named, with the people of each role. */

import { OWN_PROBLEM_TYPES, PROBLEM_FORM } from '../definitions/rows.ts';
import type { CompiledForm, FieldNode, RecordData } from '../definitions/types.ts';
import { type Refs, toIdList } from '../form/types/fieldType.ts';
import { holdsRecords } from '../form/types/question.ts';
import { getOwn } from '../json.ts';
import { problemNumber } from '../problems/code.ts';
import {
  isOpenStatus,
  PROBLEM_DETAILS,
  PROBLEM_STATUS,
  PROBLEM_TYPE,
  type ProblemStatus,
  withProblemStatus,
} from '../problems/log.ts';
import type { Registry } from '../records/registry.ts';
import { mergeRestrictedNames } from '../records/restricted.ts';
import { type Language, pickText } from '../text/languages.ts';
import { foldText } from '../text/letters.ts';
import { namedPlainly, namedRow } from './names.ts';

/** Which problems to show. Days are inclusive. */
export interface ProblemQuery {
  from?: string | undefined;
  to?: string | undefined;
  status?: string[] | undefined;
  types?: string[] | undefined;
  open?: boolean | undefined;
  /** Words in the code, the name or the description. */
  text?: string | undefined;
}

type Types = Pick<Registry, 'forms' | 'choices'>;

export interface ProblemReader {
  registry: Types & Pick<Registry, 'problem' | 'restrictions'>;
  language: Language;
}

/** A problem that the person sees, with what the visits that they see say about it. */
export interface ShownProblem {
  problem: { id: string; programme: string; type_id: string; status: string; date_identified: string };
  logs: readonly { role: number; person_id: string | null; date: string | null; record_id: string }[];
  data: RecordData;
}

/** Returns the problems as the API sends them, numbered from 1. Adds the names of their types to `refs`. */
export function renderProblems(
  { registry, language }: ProblemReader,
  found: readonly ShownProblem[],
  refs: Refs,
  text?: string,
) {
  const form = registry.problem();
  // Several visits share the log, and each may hide a restricted answer from other users. So restricted fields are left out.
  const restricted = mergeRestrictedNames(registry.restrictions(PROBLEM_FORM).map(({ names }) => names)).names;
  const columns = [...(form?.fields.values() ?? [])].filter(
    ({ name, def }) => !def.restricted && !restricted.has(name),
  );
  const statuses = form?.fields.get(PROBLEM_STATUS)?.def.options ?? [];
  // A site has many problems of few types, and finding one looks through the lists of all forms.
  const types = new Map<string, ReturnType<typeof problemType>>();
  const problems = found.map(({ problem: { id, programme, type_id, status }, logs, data }, index) => {
    const key = `${programme} ${type_id}`;
    if (!types.has(key)) types.set(key, problemType(registry, type_id, programme));
    const type = types.get(key);
    const { name_en, name_fa, name_ps } = type ?? namedPlainly(type_id, type_id);
    refs[`${OWN_PROBLEM_TYPES}:${type_id}`] = { name_en, name_fa, name_ps };
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
        ? { id: status, name: pickText(label, language), label, open: isOpenStatus(status as ProblemStatus) }
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
  return withWords(problems, text);
}

/** Returns the problems that have all words in their names or description or as their code, numbered again from 1. */
function withWords<Row extends RecordData>(problems: Row[], text: string | undefined): Row[] {
  const words = foldText(text ?? '')
    .split(' ')
    .filter(Boolean);
  if (words.length === 0) return problems;
  return problems
    .filter((problem) => {
      const said = foldText(
        ['name_en', 'name_fa', 'name_ps', PROBLEM_DETAILS].map((name) => getOwn(problem, name) ?? '').join(' '),
      );
      const number = problemNumber(String(problem.code ?? ''));
      return words.every((word) => said.includes(word) || (number !== undefined && problemNumber(word) === number));
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
    const people = toIdList(data[node.name]).map((id) => namedPlainly(String(id), refs[String(id)]?.name ?? ''));
    answers[node.name.replace(/_id$/, '')] = isList ? people : (people[0] ?? null);
  }
  return answers;
}

/** Returns the problems of a visit of this form as it stored them, with the names of their types and people. */
export function namedProblems(
  { registry, language }: ProblemReader,
  { definition: { programme } }: CompiledForm,
  rows: unknown,
  refs: Refs,
) {
  const columns = [...(registry.problem()?.fields.values() ?? [])].filter(holdsRecords);
  return (Array.isArray(rows) ? (rows as RecordData[]) : []).map((row) => {
    const id = String(row[PROBLEM_TYPE] ?? '');
    const type = problemType(registry, id, programme);
    const { name, name_en, name_fa, name_ps } = namedRow(type ?? namedPlainly(id, id), language);
    const code = refs[String(row.id)]?.code ?? null;
    return { ...answered(columns, row, refs), ...withProblemStatus(row), code, name, name_en, name_fa, name_ps };
  });
}

/** Returns true if the query asks for the problem. Words are compared later, when its type has a name. */
export function matchesProblemQuery(
  registry: Types,
  problem: ShownProblem['problem'] & { open: boolean },
  { from, to, status, types, open }: ProblemQuery,
): boolean {
  const type = currentProblemType(registry, problem.type_id, problem.programme);
  return (
    (!from || problem.date_identified >= from) &&
    (!to || problem.date_identified <= to) &&
    (!status || status.includes(problem.status)) &&
    (!types || types.some((id) => currentProblemType(registry, id, problem.programme) === type)) &&
    (open === undefined || problem.open === open)
  );
}

/**
 * Finds a problem type in the lists of the programme's visit forms: an id may mean something else in another one. A category
 * is a section of the forms that use the list, and its title is that section's title.
 */
export function problemType(registry: Types, id: string, programme: string) {
  const sheets = registry.forms().filter(({ definition }) => definition.problems && definition.programme === programme);
  for (const list of new Set(sheets.flatMap((form) => form.definition.problems?.types ?? []))) {
    const item = registry.choices(list).find((one) => one.id === id);
    if (!item) continue;
    const category_title = sheets
      .filter((form) => form.definition.problems?.types === list)
      .flatMap((form) => form.sections)
      .find((section) => section.id === item.category)?.def.title;
    return { ...item, category_title };
  }
  return undefined;
}

/** Returns the id of a problem's type, or that of the type that it was merged into. */
export function currentProblemType(registry: Types, id: string, programme: string): string {
  return problemType(registry, id, programme)?.merged_into ?? id;
}
