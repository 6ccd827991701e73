/** One record of a demonstration on its way: answers as the plan says, the rest from the definition alone. */
import type { CompiledForm, RecordData, ValidatorModule } from '../../../core/definitions/types.ts';
import { daysBetween, kabulDay } from '../../../core/text/dates.ts';
import type { RecordRow } from '../../db/records.ts';
import type { FormRegistry } from '../../definitions/registry.ts';
import type { PlannedAccount } from './accounts.ts';
import { type AnswerContext, answerOf, validAnswers } from './answers.ts';
import {
  type Draft,
  enteredBy,
  helpersOf,
  type Made,
  peopleOf,
  type RecordPlan,
  recordsOf,
  type SeedContext,
} from './context.ts';
import type { Location } from './geography.ts';
import { dueOn, fitAnswers, type OpenProblem, problemRowsOf, type VisitContext } from './problems.ts';
import { generate, type Point, type ValueContext } from './values.ts';

/** Share of records that were sent back and corrected on their way. */
const CORRECTED = 12;

export interface Start {
  location: Location;
  created: Date;
  parent: Made | null;
  given: RecordData;
  key: string | undefined;
  /** Open problems of the site, brought along from visit to visit. */
  problems: OpenProblem[];
}

export async function draft(context: SeedContext, form: CompiledForm, plan: RecordPlan, start: Start): Promise<Draft> {
  const { random, registry } = context;
  const { location, created, parent, key } = start;
  const by = enteredBy(context, form, plan, location);
  const day = kabulDay(created);
  const answers = answerContext(context, location, day);
  const validator = await registry.validator(form);
  let data = planned(context, form, plan, start, by);
  for (const node of form.fields.values()) {
    const isOpen =
      (node.required || node.def.requiredWhen) &&
      !node.def.derived &&
      node.properties.every((name) => data[name] === undefined);
    if (isOpen) Object.assign(data, answerOf(node, answers));
  }
  data = withProblems(context, form, validator, plan, start, by, data);
  data = validAnswers(form, validator, data, answers);
  const target = targetOf(context, plan, day);
  const before =
    random.percent(CORRECTED) && target !== registry.workflow(form).initial
      ? draftBefore(context, form, data)
      : undefined;
  return {
    id: random.id(created),
    form,
    data,
    ...(before && { before }),
    created,
    by,
    location,
    parent: parent?.row ?? null,
    target,
    ...(key && { key }),
  };
}

/** What answers that no plan speaks of are made from. */
function answerContext(context: SeedContext, location: Location, today: string): AnswerContext {
  const { latitude, longitude } = location.district;
  return {
    random: context.random,
    registry: context.registry,
    today,
    province_id: location.province.id,
    district_id: location.district.id,
    village_id: null,
    point: latitude === null || longitude === null ? null : { latitude, longitude },
    idsOf: (forms) => forms.flatMap((name) => [...peopleOf(context, name, location)]),
  };
}

/** The answers that the plan gives. */
function planned(
  context: SeedContext,
  form: CompiledForm,
  plan: RecordPlan,
  { location, created, parent, given }: Start,
  by: PlannedAccount,
): RecordData {
  const { random, registry } = context;
  const set = plan.together ? random.pick(plan.together) : {};
  const drawn = Object.entries(set).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : value[location.language],
  ]);
  const data: RecordData = { ...Object.fromEntries(drawn), ...given };
  if (form.definition.parent && parent) data[form.definition.parent.field] = parent.row.id;
  const values: ValueContext = {
    random,
    plan: context.plan,
    programme: form.definition.programme,
    geography: context.geography,
    location,
    today: kabulDay(created),
    latest: context.today,
    quality: parent?.quality ?? 0,
    answer: (name) => data[name],
    parentPoint: parent ? pointOf(registry, parent.row) : null,
    people: (name) => peopleOf(context, name, location),
    keyed: (name, key) => context.made.get(name)?.find((one) => one.key === key)?.row.id,
    records: (rule) => recordsOf(context, rule, location, parent),
    file: (kind) => context.pictures.attach(kind, by.id, created),
  };
  for (const [source, rule] of Object.entries(plan.values)) {
    const node = form.fields.get(source) ?? form.byProperty.get(source);
    if (!node && form !== registry.form(form.form)) continue;
    if (!node) throw new Error(`the plan fills ${form.form}.${source}, which is not there`);
    const property = form.fields.has(source) ? undefined : source;
    if (node.properties.some((name) => name in given)) continue;
    Object.assign(data, generate(node, rule, values, property));
  }
  return data;
}

/** With the problems of the site as they are on this visit, where the plan has some. */
function withProblems(
  context: SeedContext,
  form: CompiledForm,
  validator: ValidatorModule,
  plan: RecordPlan,
  { location, created, problems }: Start,
  by: PlannedAccount,
  data: RecordData,
): RecordData {
  const rule = form.definition.problems;
  if (!rule || !plan.problems) return data;
  const day = kabulDay(created);
  const visit: VisitContext = {
    form,
    validator,
    types: context.registry.choices(rule.types),
    texts: context.plan.texts,
    rule: plan.problems,
    language: location.language,
    day,
    visitors: by.person_id ? [by.person_id] : [],
    helpers: helpersOf(context, location),
    random: context.random,
  };
  const due = dueOn(problems, day);
  const fitting = fitAnswers(visit, data, problems, due);
  const rows = problemRowsOf(visit, fitting, problems, due);
  return rows.length > 0 ? { ...fitting, [rule.field]: rows } : fitting;
}

/** As it was before it was corrected: one optional answer was missing. */
function draftBefore({ random }: SeedContext, form: CompiledForm, data: RecordData): RecordData | undefined {
  const candidates = [...form.fields.values()].filter(
    (node) =>
      !node.required &&
      !node.def.requiredWhen &&
      !node.def.derived &&
      !node.problemWhen &&
      node.name !== form.definition.problems?.field &&
      node.properties.length === 1 &&
      node.properties.every((name) => data[name] !== undefined),
  );
  if (candidates.length === 0) return undefined;
  const { [random.pick(candidates).name]: _missing, ...before } = data;
  return before;
}

function targetOf({ random, today }: SeedContext, plan: RecordPlan, day: string): string {
  const isRecent = plan.recent && (daysBetween(day, today) ?? 0) <= plan.recent.months * 31;
  return random.weighted(isRecent && plan.recent ? plan.recent.states : plan.states);
}

function pointOf(registry: FormRegistry, row: RecordRow): Point | null {
  const form = registry.form(row.form, row.form_version);
  for (const node of form?.fields.values() ?? []) {
    const { latitude, longitude } = node.def.bind ?? {};
    const [x, y] = [row.data[latitude ?? ''], row.data[longitude ?? '']];
    if (typeof x === 'number' && typeof y === 'number') return { latitude: x, longitude: y };
  }
  return null;
}
