/** Makes one record of a demonstration: answers from the plan, the others from the definition. */
import type { CompiledForm, RecordData } from '../../core/definitions/types.ts';
import { daysBetween, kabulDay } from '../../core/text/dates.ts';
import { type AnswerContext, generateAnswer, generateValidAnswers } from './answers.ts';
import { type DemoEntry, type DemoRecord, peopleOf, pickAuthor, type RecordPlan, type SeedContext } from './context.ts';
import type { DemoLocation } from './geography.ts';
import { type DemoProblem, generateProblems } from './problems.ts';
import { generateValues } from './values.ts';

/** Percent of records that were sent back and corrected. */
const CORRECTED = 12;

export interface RecordStart {
  location: DemoLocation;
  created: Date;
  parent?: DemoRecord;
  given: RecordData;
  key?: string | undefined;
  /** Open problems of the site, passed on from visit to visit. */
  problems?: DemoProblem[];
}

/** A record with all its answers. */
export interface DraftRecord extends DemoEntry {
  id: string;
  /** The answers before the correction. */
  before: RecordData | undefined;
  /** The state in which it shall end. */
  target: string;
  key: string | undefined;
}

export async function draftRecord(
  context: SeedContext,
  form: CompiledForm,
  rules: RecordPlan,
  start: RecordStart,
): Promise<DraftRecord> {
  const { random, registry } = context;
  const { location, created, parent = null, given, key, problems = [] } = start;
  const entry: DemoEntry = {
    ...context,
    form,
    rules,
    location,
    created,
    parent,
    day: kabulDay(created),
    by: pickAuthor(context, form, rules, location),
    validator: await registry.validator(form),
    data: {},
  };
  const answers = answerContext(entry);
  fillAsPlanned(entry, given);
  for (const node of form.fields.values()) {
    const isOpen =
      (node.required || node.def.requiredWhen) &&
      !node.def.derived &&
      node.properties.every((name) => entry.data[name] === undefined);
    if (isOpen) Object.assign(entry.data, generateAnswer(node, answers));
  }
  const data = generateValidAnswers(form, entry.validator, generateProblems(entry, problems), answers);
  const target = targetOf(entry);
  const before =
    random.percent(CORRECTED) && target !== registry.workflow(form).initial ? draftBefore(entry, data) : undefined;
  return { ...entry, data, target, before, id: random.id(created), key };
}

/** Returns the context for answers that the plan does not state. */
function answerContext(entry: DemoEntry): AnswerContext {
  const { random, registry, day, location } = entry;
  const { latitude, longitude } = location.district;
  return {
    random,
    registry,
    today: day,
    province_id: location.province.id,
    district_id: location.district.id,
    village_id: null,
    point: latitude === null || longitude === null ? null : { latitude, longitude },
    idsOf: (forms) => forms.flatMap((name) => [...peopleOf(entry, name)]),
  };
}

/** Fills in the answers of the plan. */
function fillAsPlanned(entry: DemoEntry, given: RecordData): void {
  const { random, registry, form, rules, location, parent, data } = entry;
  const set = rules.together ? random.pick(rules.together) : {};
  for (const [name, value] of Object.entries(set))
    data[name] = typeof value === 'string' ? value : value[location.language];
  Object.assign(data, given);
  if (form.definition.parent && parent) data[form.definition.parent.field] = parent.row.id;
  for (const [source, rule] of Object.entries(rules.values)) {
    const node = form.fields.get(source) ?? form.byProperty.get(source);
    if (!node && form !== registry.form(form.form)) continue;
    if (!node) throw new Error(`the plan fills ${form.form}.${source}, which is not there`);
    const property = form.fields.has(source) ? undefined : source;
    if (node.properties.some((name) => Object.hasOwn(given, name))) continue;
    Object.assign(data, generateValues(node, rule, entry, property));
  }
}

/** Returns the answers with one optional answer missing. */
function draftBefore({ random, form }: DemoEntry, data: RecordData): RecordData | undefined {
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

function targetOf({ random, today, rules: { recent, states }, day }: DemoEntry): string {
  const isRecent = recent && (daysBetween(day, today) ?? 0) <= recent.months * 31;
  return random.weighted(isRecent ? recent.states : states);
}
