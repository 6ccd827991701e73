/**
 * Turns the answers a person sent into what is stored: parent, derived values, checks, place and names. It only reads; the
 * write happens afterwards in one transaction.
 *
 * New problems of a visit whose type is open at the site already may be the same or others: only the person knows, so they
 * are asked, and the ids of those that are others are sent along (`other_problems`). Of a caller that does not ask, the history
 * says so.
 */

import { PROBLEM_FORM } from '../definitions/rows.ts';
import type { CompiledForm, RecordData, ValidatorModule } from '../definitions/types.ts';
import { Failure } from '../errors/failure.ts';
import { Budget, withinBudget } from '../expressions/budget.ts';
import type { EvaluationContext } from '../expressions/types.ts';
import { fillReadOnlyAnswers } from '../form/defaults.ts';
import { toExpressionUser } from '../form/evaluate.ts';
import { evaluateRecord, problemRows } from '../form/index.ts';
import { isReadOnlyQuestion } from '../form/types/question.ts';
import type { SameProblem } from '../generated/api.ts';
import { isOpenStatus, PROBLEM_DETAILS, PROBLEM_TYPE, problemStatusOf, withProblemStatus } from '../problems/log.ts';
import { restrictedNamesFor } from '../records/permission.ts';
import { placeOfRecord, type RecordPlace } from '../records/place.ts';
import { isPointerRestricted, mergeRestrictedNames } from '../records/restricted.ts';
import { kabulDay } from '../text/dates.ts';
import { isBlank, textOrUndefined } from '../text/letters.ts';
import {
  checkAllowedReferences,
  checkAnswerReferences,
  optionFilterContext,
  recordCheckContext,
  referencesInAnswers,
} from './references.ts';
import type { AcknowledgedWarning, NamedRecord, SavingDeps, SavingSource, WriteContext } from './types.ts';

export interface PreparedRecord {
  data: RecordData;
  parent: NamedRecord | null;
  place: RecordPlace;
  /** Names of the records that the answers point to. */
  names: Map<string, string>;
}

export interface PrepareInput {
  form: CompiledForm;
  id: string;
  data: RecordData;
  before: NamedRecord | null;
  parentId: string | undefined;
  context: WriteContext;
}

/** Throws `parent_required`, `too_much_work`, or `validation_failed` with the errors. */
export async function prepareRecord(deps: SavingDeps, input: PrepareInput): Promise<PreparedRecord> {
  const { source, registry, newId } = deps;
  const { form, before } = input;
  const parent = await parentOf(deps, input);
  const field = form.definition.parent?.field;
  const withParent = parent && field ? { ...input.data, [field]: parent.id } : input.data;
  const validator = await registry.validator(form);
  const moment = momentOf(deps, input, parent);
  const budget = new Budget();
  const whole = before ? withParent : await withSetOnceAnswers(input, validator, withParent, moment, parent, budget);
  const given = withProblemIds(form, whole, newId);
  const hidden = restrictedNamesFor(form, input.context.actor, registry);
  const { data, errors, isTooMuch } = evaluateRecord(form, validator, given, {
    ...moment,
    budget,
    // In a new record, everything is what this person wrote.
    ...(before && { unread: hidden }),
    ...recordCheckContext(form, registry),
    constants: registry.common().constants,
    ...(await optionFilterContext(deps, form, given, before, input.context.actor)),
    knownProblems: await knownProblems(source, form, given, before),
  });
  if (isTooMuch) throw new Failure('too_much_work');
  const pointers = referencesInAnswers(form, data);
  const names = await checkAnswerReferences(
    deps,
    { ...input, actor: input.context.actor, data, pointers, parent },
    errors,
  );
  await checkAllowedReferences(deps, pointers.records, { data, before, actor: input.context.actor }, errors);
  // Of an answer that the person cannot see, an error would tell something, and they could not correct it. What a device lacks
  // is left to the server.
  if (before || source.isPartial)
    for (const pointer of Object.keys(errors)) if (isPointerRestricted(pointer, hidden)) delete errors[pointer];
  if (Object.keys(errors).length > 0) throw new Failure('validation_failed', { errors });
  if (parent) names.set(parent.id, parent.name);
  return { data, parent, place: placeOfRecord(form, data, parent, registry), names };
}

/** Other records are read only if an answer that nobody is asked for is missing. */
async function withSetOnceAnswers(
  { form, context }: PrepareInput,
  validator: ValidatorModule,
  data: RecordData,
  moment: EvaluationContext,
  parent: NamedRecord | null,
  budget: Budget,
): Promise<RecordData> {
  if (![...form.fields.values()].some((node) => isReadOnlyQuestion(node) && isBlank(data[node.name]))) return data;
  const known = await context.known?.(form, parent?.id);
  return withinBudget(budget, () => fillReadOnlyAnswers(form, validator, data, { ...moment, ...known }));
}

/**
 * The day is that of capture, so that conditions hold as they did on the phone when a record arrives late. It is never a later
 * day, and not that of a wrong clock. What may not be in the future is judged by the clock of here: a wrong one leaves that to
 * the server.
 */
function momentOf(
  { registry, now, source }: SavingDeps,
  { form, before, context: { actor, captured_at, device_clock } }: PrepareInput,
  parent: NamedRecord | null,
): EvaluationContext {
  const latest = kabulDay(now());
  const captured = captured_at === undefined ? latest : kabulDay(new Date(captured_at));
  const province = (before ?? parent)?.province_id;
  const isWrong = device_clock === 'wrong';
  return {
    today: isWrong && source.isPartial ? '' : isWrong || captured > latest ? latest : captured,
    ...(!(isWrong && source.isPartial) && { latest }),
    user: toExpressionUser(actor, form.definition.programme),
    record: { status: before?.state ?? registry.workflow(form).initial, ...(province && { province }) },
  };
}

async function parentOf(
  { source, registry, permission }: SavingDeps,
  { form, data, before, parentId, context: { actor } }: PrepareInput,
): Promise<NamedRecord | null> {
  const rule = form.definition.parent;
  if (!rule) return null;
  const named = data[rule.field];
  const id = parentId ?? (typeof named === 'string' && named !== '' ? named : before?.parent_id);
  if (!id) {
    if (!form.fields.get(rule.field)?.required) return null;
    throw new Failure('parent_required', {
      params: { field: rule.field },
      errors: { [`/${rule.field}`]: [{ code: 'required' }] },
    });
  }
  const parent = await source.record(id);
  const parentForm = parent && registry.form(parent.form);
  const isRight = parent && parentForm && (rule.forms as string[]).includes(parent.form);
  const isKept = before !== null && before.parent_id === id;
  if (
    !isRight ||
    (!isKept && (parent.deleted_at !== null || !permission.scope(parentForm, parent, actor).allowed.view))
  ) {
    throw new Failure('validation_failed', { errors: { [`/${rule.field}`]: [{ code: 'record_missing' }] } });
  }
  return parent;
}

/** Returns the visit's problems as they are now: as this visit stored them before, or else from the problem tables. */
async function knownProblems(
  source: SavingSource,
  form: CompiledForm,
  data: RecordData,
  before: NamedRecord | null,
): Promise<RecordData[]> {
  const ids = problemRows(form, data).flatMap((row) => (typeof row.id === 'string' ? [row.id] : []));
  if (ids.length === 0) return [];
  const carried = before ? problemRows(form, before.data) : [];
  const left = ids.filter((id) => !carried.some((row) => row.id === id));
  if (left.length === 0) return carried;
  return [...carried, ...(await source.problems(left))];
}

/**
 * Gives new problems an id, since a problem continues across visits from its first one on, and every problem the status that
 * its answers mean.
 */
function withProblemIds(form: CompiledForm, data: RecordData, newId: () => string): RecordData {
  const isNew = (row: unknown) => typeof row === 'object' && row !== null && !(row as { id?: string }).id;
  return mapProblemRows(form, data, (row) =>
    typeof row === 'object' && row !== null ? withProblemStatus(isNew(row) ? { id: newId(), ...row } : row) : row,
  );
}

/** Returns the answers with every problem row replaced by the result of `work`. */
export function mapProblemRows(form: CompiledForm, data: RecordData, work: (row: RecordData) => unknown): RecordData {
  const field = form.definition.problems?.field;
  const rows = field ? data[field] : undefined;
  return field && Array.isArray(rows) ? { ...data, [field]: rows.map(work) } : data;
}

/** Stands for `other_problems` of a caller that does not send it. */
export const UNASKED_PROBLEMS = 'unasked';

/** Most ids that are read from a request. */
const MOST = 500;

/** Reads `other_problems` of a body. Undefined if the caller does not want to be asked. */
export function readOtherProblems(body: Record<string, unknown>): readonly string[] | undefined {
  const given = body.other_problems;
  return Array.isArray(given) ? given.slice(0, MOST).flatMap((id) => textOrUndefined(id) ?? []) : undefined;
}

export interface SiteVisit {
  data: RecordData;
  /** The answers before this change; null of a new visit. */
  before: RecordData | null;
  site_id: string | null;
}

/** Returns what the revision says about it. Throws `problem_same` if the writer wants to be asked and was not yet. */
export async function confirmSiteProblems(
  { source, registry }: Pick<SavingDeps, 'source' | 'registry'>,
  form: CompiledForm,
  { data, before, site_id }: SiteVisit,
  { actor, other_problems }: WriteContext,
): Promise<AcknowledgedWarning[]> {
  const isUnasked = other_problems === UNASKED_PROBLEMS;
  const earlier = new Set(before ? problemRows(form, before).map(({ id }) => id) : []);
  const rows = problemRows(form, data);
  const found = rows.filter(
    (row) => isOpenStatus(problemStatusOf(row)) && typeof row.id === 'string' && !earlier.has(row.id),
  );
  if (!other_problems || site_id === null || found.length === 0) return [];
  // What was merged is one type, under whichever id a visit says it.
  const list = form.definition.problems?.types ?? '';
  const now = (type: unknown) => registry.canonical(list, String(type));
  const named = new Set(found.flatMap((row) => row[PROBLEM_TYPE] ?? []));
  const current = new Set([...named].map(now));
  const also = registry.choices(list).flatMap(({ id }) => (current.has(now(id)) ? id : []));
  const types = [...new Set([...named, ...also])];
  const ended = new Set(rows.filter((row) => !isOpenStatus(problemStatusOf(row))).map(({ id }) => id));
  const open = (await source.openProblems(site_id, types, actor)).filter(({ id }) => !ended.has(id));
  if (open.length === 0) return [];
  const known = new Set((await source.problems(found.map(({ id }) => id as string))).map(({ id }) => id));
  const restricted = mergeRestrictedNames(registry.restrictions(PROBLEM_FORM).map(({ names }) => names)).names;
  // Several visits tell of a problem, and each may hide a restricted answer from other people.
  const isTold =
    !restricted.has(PROBLEM_DETAILS) && registry.problem()?.fields.get(PROBLEM_DETAILS)?.def.restricted === undefined;
  const same = found.flatMap((row): SameProblem[] => {
    const others = open.filter(({ type_id }) => now(type_id) === now(row[PROBLEM_TYPE]));
    if (known.has(row.id) || others.length === 0) return [];
    const problems = others.map(({ id, code, date_identified, data: said }) => {
      return { id, code, date_identified, details: (isTold && textOrUndefined(said[PROBLEM_DETAILS])) || null };
    });
    return [{ id: String(row.id), problem_type_id: String(row[PROBLEM_TYPE]), problems }];
  });
  const left = isUnasked ? [] : same.filter(({ id }) => !other_problems.includes(id));
  if (left.length > 0) throw new Failure('problem_same', { detail: { same_problems: left } });
  if (same.length === 0) return [];
  return [isUnasked ? 'unasked' : 'problem'];
}
