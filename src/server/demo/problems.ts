/** Problems of a site over its visits. The plan's weights decide if each stays open, is advocated, solved or dropped. */

import type { RecordData } from '../../core/definitions/types.ts';
import { categoryIsRated, evaluateRecord } from '../../core/form/index.ts';
import { getOwn } from '../../core/json.ts';
import { daysBetween } from '../../core/text/dates.ts';
import type { StoredChoice } from '../reference/choices.ts';
import { type DemoEntry, helpersOf } from './context.ts';

export interface DemoProblem {
  id: string;
  type: StoredChoice;
  details: string;
  found: string;
  /** Status in which it ends, and after how many days. */
  stage: string;
  days: number;
  identified: string[];
}

type Rule = NonNullable<DemoEntry['rules']['problems']>;

/** Returns the answers with the site's problems on this visit, if the plan has some. Updates `open`. */
export function generateProblems(entry: DemoEntry, open: DemoProblem[]): RecordData {
  const { form, rules, data, day } = entry;
  const field = form.definition.problems?.field;
  if (!field || !rules.problems) return data;
  const due = dueOn(open, day);
  const fitting = fitAnswers(entry, open, due);
  const rows = problemRowsOf(entry, rules.problems, fitting, open, due);
  return rows.length > 0 ? { ...fitting, [field]: rows } : fitting;
}

/** Returns the open problems that end on this visit. */
function dueOn(open: readonly DemoProblem[], day: string): Set<DemoProblem> {
  return new Set(open.filter((one) => one.stage !== 'ongoing' && (daysBetween(one.found, day) ?? 0) >= one.days));
}

/**
 * Fits answers to the problems. A field whose problem is still open usually stays flagged. A field whose problem was solved
 * on this visit is not flagged.
 */
function fitAnswers(
  { form, validator, random, data }: DemoEntry,
  open: readonly DemoProblem[],
  due: ReadonlySet<DemoProblem>,
): RecordData {
  const next = { ...data };
  for (const node of form.fields.values()) {
    if (!node.problemWhen || !node.problemType) continue;
    const own = open.find((one) => one.type.code === node.problemType);
    if (!own) continue;
    const values = (node.schema.enum as unknown[] | undefined) ?? [];
    const flags = (value: unknown) =>
      getOwn(validator.conditions, node.problemWhen as string)?.({ ...next, [node.name]: value }) === true;
    const wanted =
      due.has(own) && own.stage === 'solved'
        ? values.filter((value) => value !== 'na' && !flags(value))
        : random.percent(75)
          ? values.filter(flags)
          : [];
    if (wanted.length > 0) next[node.name] = random.pick(wanted);
  }
  return next;
}

/** Returns the problem rows of the visit. */
function problemRowsOf(
  entry: DemoEntry,
  rule: Rule,
  data: RecordData,
  open: DemoProblem[],
  due: ReadonlySet<DemoProblem>,
): RecordData[] {
  const { form, validator, registry, random, day } = entry;
  const types = registry.choices(form.definition.problems?.types ?? '');
  const flagged = [...evaluateRecord(form, validator, data, { today: day }).flagged].flatMap(
    (name) => types.find((type) => type.code === form.fields.get(name)?.problemType) ?? [],
  );
  if (random.percent(rule.voluntary)) {
    const possible = types.filter((type) => !type.category || categoryIsRated(form, type.category, data));
    if (possible.length > 0) flagged.push(random.pick(possible));
  }
  for (const type of flagged) if (!open.some((one) => one.type.id === type.id)) open.push(found(entry, rule, type));
  const rows: RecordData[] = [];
  for (const one of [...open]) {
    if (one.type.category && !categoryIsRated(form, one.type.category, data)) continue;
    rows.push(rowOf(entry, one, due.has(one)));
    if (due.has(one) && one.stage !== 'advocated') open.splice(open.indexOf(one), 1);
  }
  return rows;
}

function found({ random, plan, location, day, by }: DemoEntry, rule: Rule, type: StoredChoice): DemoProblem {
  const words = getOwn(plan.texts.problems, type.code)?.details;
  const [least, most] = rule.monthsToSolve;
  return {
    id: random.id(new Date(`${day}T05:00:00Z`)),
    type,
    details: words ? random.pick(words)[location.language] : type[`name_${location.language}`],
    found: day,
    stage: random.weighted(rule.stages),
    days: Math.round((least + random.next() * (most - least)) * 30.44),
    identified: by.person_id ? [random.pick([by.person_id])] : [],
  };
}

function rowOf(entry: DemoEntry, problem: DemoProblem, isDue: boolean): RecordData {
  const { random, plan, location, day, by } = entry;
  const row: RecordData = {
    id: problem.id,
    problem_type_id: problem.type.id,
    date_identified: problem.found,
    problem_details: problem.details,
    problem_status_id: isDue ? problem.stage : 'ongoing',
    ...(problem.identified.length > 0 && { identified_by_id: problem.identified }),
  };
  if (!isDue) return row;
  const helpers = helpersOf(entry);
  const steps = getOwn(plan.texts.problems, problem.type.code)?.steps;
  if (steps && problem.stage !== 'dropped') row.resolution_steps = random.pick(steps)[location.language];
  if (problem.stage === 'advocated' && helpers.length > 0) row.advocated_by_id = [random.pick(helpers)];
  if (problem.stage === 'solved') {
    row.date_solved = day;
    const people = by.person_id ? [by.person_id] : helpers;
    if (people.length > 0) row.solved_by_id = [random.pick(people)];
  }
  return row;
}
