/** Problems of a site over its visits: found, kept open, advocated, solved or given up, as the plan's weights say. */
import type { CompiledForm, RecordData, ValidatorModule } from '../../../core/definitions/types.ts';
import { categoryIsRated, evaluate } from '../../../core/form/index.ts';
import { daysBetween } from '../../../core/text/dates.ts';
import type { Choice } from '../../reference/choices.ts';
import type { DemoPlan } from './plan.ts';
import type { Random } from './random.ts';

export interface OpenProblem {
  id: string;
  type: Choice;
  details: string;
  found: string;
  /** Where it ends, and after how many days. */
  stage: string;
  days: number;
  identified: string[];
}

export interface VisitContext {
  form: CompiledForm;
  validator: ValidatorModule;
  types: readonly Choice[];
  texts: DemoPlan['texts'];
  rule: NonNullable<DemoPlan['records'][number]['problems']>;
  language: 'fa' | 'ps';
  day: string;
  /** People who were there, and those who can help. */
  visitors: readonly string[];
  helpers: readonly string[];
  random: Random;
}

/** Open problems that come to their end on this visit. */
export function dueOn(open: readonly OpenProblem[], day: string): Set<OpenProblem> {
  return new Set(open.filter((one) => one.stage !== 'ongoing' && (daysBetween(one.found, day) ?? 0) >= one.days));
}

/**
 * The answers follow the problems: a question whose problem is still there stays flagged most times, one whose problem was
 * solved on this visit is not.
 */
export function fitAnswers(
  context: VisitContext,
  data: RecordData,
  open: readonly OpenProblem[],
  due: ReadonlySet<OpenProblem>,
): RecordData {
  const { form, validator, random } = context;
  const next = { ...data };
  for (const node of form.fields.values()) {
    if (!node.problemWhen || !node.problemType) continue;
    const own = open.find((one) => one.type.code === node.problemType);
    if (!own) continue;
    const values = (node.schema.enum as unknown[] | undefined) ?? [];
    const flags = (value: unknown) =>
      validator.conditions[node.problemWhen as string]?.({ ...next, [node.name]: value }) === true;
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

/** Rows of the sheet; `open` is brought up to date. */
export function problemRowsOf(
  context: VisitContext,
  data: RecordData,
  open: OpenProblem[],
  due: ReadonlySet<OpenProblem>,
): RecordData[] {
  const { form, validator, types, random, day } = context;
  const flagged = [...evaluate(form, validator, data, { today: day }).flagged].flatMap(
    (name) => types.find((type) => type.code === form.fields.get(name)?.problemType) ?? [],
  );
  if (random.percent(context.rule.voluntary)) {
    const possible = types.filter((type) => !type.category || categoryIsRated(form, type.category, data));
    if (possible.length > 0) flagged.push(random.pick(possible));
  }
  for (const type of flagged) if (!open.some((one) => one.type.id === type.id)) open.push(found(context, type));
  const rows: RecordData[] = [];
  for (const one of [...open]) {
    if (one.type.category && !categoryIsRated(form, one.type.category, data)) continue;
    rows.push(rowOf(context, one, due.has(one)));
    if (due.has(one) && one.stage !== 'advocated') open.splice(open.indexOf(one), 1);
  }
  return rows;
}

function found({ random, texts, rule, language, day, visitors }: VisitContext, type: Choice): OpenProblem {
  const words = texts.problems[type.code]?.details;
  const [least, most] = rule.monthsToSolve;
  return {
    id: random.id(new Date(`${day}T05:00:00Z`)),
    type,
    details: words ? random.pick(words)[language] : type[`name_${language}`],
    found: day,
    stage: random.weighted(rule.stages),
    days: Math.round((least + random.next() * (most - least)) * 30.44),
    identified: visitors.length > 0 ? [random.pick(visitors)] : [],
  };
}

function rowOf(
  { random, texts, language, day, visitors, helpers }: VisitContext,
  problem: OpenProblem,
  isDue: boolean,
): RecordData {
  const row: RecordData = {
    id: problem.id,
    problem_type_id: problem.type.id,
    date_identified: problem.found,
    problem_details: problem.details,
    problem_status_id: isDue ? problem.stage : 'ongoing',
    ...(problem.identified.length > 0 && { identified_by_id: problem.identified }),
  };
  if (!isDue) return row;
  const steps = texts.problems[problem.type.code]?.steps;
  if (steps && problem.stage !== 'dropped') row.resolution_steps = random.pick(steps)[language];
  if (problem.stage === 'advocated' && helpers.length > 0) row.advocated_by_id = [random.pick(helpers)];
  if (problem.stage === 'solved') {
    row.date_solved = day;
    const people = visitors.length > 0 ? visitors : helpers;
    if (people.length > 0) row.solved_by_id = [random.pick(people)];
  }
  return row;
}
