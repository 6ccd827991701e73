/**
 * What a reviewer compares a record with: the last record of its form below the same parent, what changed since, and what rules find
 * in it.
 */
import type { CompiledForm, FieldNode, RecordData } from '../../definitions/types.ts';
import { equal } from '../../definitions/validatorRuntime.ts';
import { evaluateRecord } from '../../form/index.ts';
import { FIELD_TYPES } from '../../form/types/index.ts';
import { holdsFiles, isAnswerable } from '../../form/types/question.ts';
import type { ReviewFlag, ReviewResponse } from '../../generated/api.ts';
import type { Review } from '../../generated/review.ts';
import type { Filter } from '../../query/filter.ts';
import { type CaptureTimes, isClockWrong } from '../../records/deviceClock.ts';
import { restrictedNamesFor } from '../../records/permission.ts';
import type { StoredRecord } from '../../records/types.ts';
import type { EqualRecords } from '../../saving/types.ts';
import { addDays, kabulDay } from '../../text/dates.ts';
import { NameCollector } from '../names.ts';
import type { Reads, VisibleRecord, VisibleRow } from '../reads.ts';

/** The last record, its answers under the names of the form, and what the rules find. */
export interface ReviewFindings {
  last: VisibleRow | undefined;
  before: RecordData;
  flags: ReviewFlag[];
}

/** Finds what rules say of a record. `before` is undefined if there is no last record that the person sees. */
export type FlagFinder = (before: RecordData | undefined) => Promise<ReviewFlag[]>;

export async function reviewFindings(
  reads: Reads,
  form: CompiledForm,
  record: StoredRecord,
  findFlags: FlagFinder,
): Promise<ReviewFindings> {
  const last = await lastVisit(reads, form, record);
  const captured = last && (reads.registry.form(last.record.form, last.record.form_version) ?? form);
  const before = last && captured ? answersInVersion(form, captured, last.stored) : {};
  return { last, before, flags: await findFlags(last && before) };
}

export async function reviewView(
  reads: Reads,
  form: CompiledForm,
  { record, refs }: VisibleRecord,
  { last, before, flags }: ReviewFindings,
): Promise<ReviewResponse> {
  const names = new NameCollector(reads, { ...refs, ...last?.refs });
  for (const { values } of flags) names.addPlace(values.district);
  names.addAnswers(form, before);
  return {
    previous: last
      ? { id: last.record.id, code: last.record.code, name: last.name, at: dayOf(form, last.record) }
      : null,
    changed: last ? changedSince(form, before, record.data) : [],
    before,
    flags,
    refs: await names.load(),
  };
}

/** Returns the newest record of the form below the same parent that is not newer than this one, as far as the person sees. */
async function lastVisit(reads: Reads, form: CompiledForm, record: StoredRecord): Promise<VisibleRow | undefined> {
  const { id, parent_id } = record;
  if (!parent_id || !comparesWithLast(form, reads.registry.common().review)) return undefined;
  const filters: Filter[] = [
    { field: 'id', op: 'ne', value: id },
    { field: 'date', op: 'lte', value: dayOf(form, record) },
  ];
  return (await reads.list({ form, filters, parent_id, sort: ['-date'], page: 1, per_page: 1 })).rows[0];
}

/** Returns the questions that were asked and that the person may read: to them, what they may not read looks blank. */
async function readableQuestions(
  { registry, actor }: Reads,
  form: CompiledForm,
  record: StoredRecord,
): Promise<FieldNode[]> {
  const { names } = restrictedNamesFor(form, actor, registry);
  const { hidden } = evaluateRecord(form, await registry.validator(form), record.data, {
    today: kabulDay(new Date(record.created_at)),
  });
  return [...form.fields.values()].filter(
    (node) => isAnswerable(node) && !hidden.has(node.name) && !node.properties.some((name) => names.has(name)),
  );
}

type Flags = Review['flags'];
type Times = { from: string; to: string; minutes: number };
/** `short` may also be a rule about how long the form was open, which the server alone knows. */
export type ReviewRules = Omit<Flags, 'short'> & { short?: Times | object };

const MINUTE = 60_000;

/** Returns true if records say something of their place, so that each is compared with the last one of the form there. */
function comparesWithLast({ definition: { kind } }: CompiledForm, review: Review | undefined): boolean {
  return !review?.apart?.includes(kind);
}

/** Returns the rules of the form before those of all forms. `false` takes one of these away. */
function reviewRules({ registry }: Pick<Reads, 'registry'>, { definition }: CompiledForm): ReviewRules {
  const own = Object.entries({ ...registry.common().review?.flags, ...definition.review?.flags });
  return Object.fromEntries(own.filter(([, rule]) => rule !== false));
}

/** What the server and a device each read in their own way. */
export interface FlagSources {
  /** How the day of the record was captured. */
  captured: CaptureTimes;
  /** Returns the records that say the same (`sameAs` of the form). */
  alike(): Promise<EqualRecords>;
  /** Finds what the server alone can judge. */
  onServer?(rules: ReviewRules, asked: readonly FieldNode[]): Promise<readonly (ReviewFlag | undefined)[]>;
}

/** Returns what the rules of `forms/common/review.json` and of the form find in a record. */
export async function flagsOf(
  reads: Reads,
  { form, record, before }: Pick<ReviewedRecord, 'form' | 'record' | 'before'>,
  { captured, alike, onServer }: FlagSources,
): Promise<ReviewFlag[]> {
  const rules = reviewRules(reads, form);
  const asked = await readableQuestions(reads, form, record);
  const { first, last } = flagsIn(rules, { form, record, asked, before, captured });
  const same = rules.same && (await sameFlag(form, alike));
  const others = (await onServer?.(rules, asked)) ?? [];
  return [same, ...first, ...others, ...last].flatMap((flag) => flag || []);
}

async function sameFlag({ definition: { sameAs } }: CompiledForm, alike: FlagSources['alike']) {
  if (!sameAs?.fields) return undefined;
  const duplicates = await alike();
  const isAlone = duplicates.records.length === 0 && !duplicates.hidden;
  return isAlone ? undefined : { code: 'same' as const, fields: sameAs.fields, values: {}, duplicates };
}

/** Returns true if the day of a record is to be checked, because the clock of the device was wrong. */
export function isDayDoubtful(reads: Pick<Reads, 'registry'>, form: CompiledForm, captured: CaptureTimes): boolean {
  return clockFlag(reviewRules(reads, form), form, captured) !== undefined;
}

interface ReviewedRecord {
  form: CompiledForm;
  record: StoredRecord;
  /** Questions that were asked and that the reviewer may read. */
  asked: readonly FieldNode[];
  /** Answers of the last visit under the names of `form`. Undefined if there is none that the reviewer sees. */
  before: RecordData | undefined;
  /** How the day of the record was captured. */
  captured: CaptureTimes;
}

/** Returns what the rules find in the record alone: all but equal records and positions outside the district. */
function flagsIn(
  rules: ReviewRules,
  { form, record, asked, before, captured }: ReviewedRecord,
): { first: ReviewFlag[]; last: ReviewFlag[] } {
  const found = (flags: readonly (ReviewFlag | false | undefined)[]) => flags.flatMap((flag) => flag || []);
  return {
    first: found([rules.future && futureFlag(rules.future, form, record), clockFlag(rules, form, captured)]),
    last: found([
      isTimes(rules.short) && shortFlag(rules.short, record.data),
      rules.blank && blankFlag(rules.blank, asked, record.data),
      rules.unchanged && before && unchangedFlag(rules.unchanged, asked, record.data, before),
    ]),
  };
}

function futureFlag({ days }: { days: number }, { definition }: CompiledForm, record: StoredRecord) {
  const name = definition.date;
  const day = name && record.data[name];
  const last = addDays(kabulDay(new Date(record.updated_at)), days);
  if (!name || typeof day !== 'string' || !last || day.slice(0, 10) <= last) return undefined;
  return { code: 'future' as const, fields: [name], values: { day: day.slice(0, 10) } };
}

/** The day that a wrong clock fills in is to be checked. */
function clockFlag({ clock }: ReviewRules, { definition: { date } }: CompiledForm, captured: CaptureTimes) {
  if (!clock || !isClockWrong(captured, { tolerance: clock.minutes * MINUTE })) return undefined;
  return { code: 'clock' as const, fields: date ? [date] : [], values: {} };
}

function isTimes(rule: object | undefined): rule is Times {
  return rule !== undefined && 'from' in rule;
}

function shortFlag({ from, to, minutes: least }: Times, data: RecordData) {
  const [begun, ended] = [instantOf(data[from]), instantOf(data[to])];
  if (begun === undefined || ended === undefined) return undefined;
  const minutes = Math.round((ended - begun) / MINUTE);
  return minutes >= 0 && minutes < least
    ? { code: 'short' as const, fields: [from, to], values: { minutes, least } }
    : undefined;
}

/** Reads an instant, or a time of day. */
function instantOf(value: unknown): number | undefined {
  const text = typeof value === 'string' && /^\d{2}:\d{2}/.test(value) ? `1970-01-01T${value.slice(0, 5)}Z` : value;
  const at = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

function blankFlag({ types, from, share }: NonNullable<Flags['blank']>, asked: readonly FieldNode[], data: RecordData) {
  const counted = asked.filter(({ type }) => (types as string[]).includes(type));
  const open = counted.filter((node) => FIELD_TYPES[node.type].isEmpty(node, data));
  if (open.length < from || open.length < share * counted.length) return undefined;
  const values = { open: open.length, total: counted.length };
  return { code: 'blank' as const, fields: open.map(({ name }) => name), values };
}

function unchangedFlag(
  { types, from }: NonNullable<Flags['unchanged']>,
  asked: readonly FieldNode[],
  data: RecordData,
  before: RecordData,
) {
  const answered = asked.filter(
    (node) => (types as string[]).includes(node.type) && !FIELD_TYPES[node.type].isEmpty(node, data),
  );
  const isUnchanged = answered.every((node) =>
    node.properties.every((name) => equal(before[name] ?? null, data[name] ?? null)),
  );
  if (answered.length < from || !isUnchanged) return undefined;
  return {
    code: 'unchanged' as const,
    fields: answered.slice(0, 1).map(({ name }) => name),
    values: { total: answered.length },
  };
}

/** Returns the names of the questions with another answer than before. */
function changedSince(form: CompiledForm, before: RecordData, now: RecordData): string[] {
  const compared = [...form.fields.values()].filter((node) => isCompared(form, node));
  return compared.filter((node) => !isSame(node, before, now)).map(({ name }) => name);
}

/** The day, the measured position, pictures and rows differ at every visit, which tells a reviewer nothing. */
function isCompared({ definition }: CompiledForm, node: FieldNode): boolean {
  const isMeasured = node.parts.latitude !== undefined;
  return isAnswerable(node) && node.name !== definition.date && !isMeasured && !holdsFiles(node) && !node.columns;
}

function isSame(node: FieldNode, before: RecordData, now: RecordData): boolean {
  const [then, next] = [before, now].map((data) => FIELD_TYPES[node.type].isEmpty(node, data));
  if (then || next) return then === next;
  return node.properties.every((name) => equal(before[name] ?? null, now[name] ?? null));
}

/** Returns the answers of a record under the names of `form`, which may be another version than `captured`. */
function answersInVersion(form: CompiledForm, captured: CompiledForm, stored: RecordData): RecordData {
  const answers: RecordData = {};
  for (const { id, properties } of form.fields.values()) {
    const then = captured.byQuestion.get(id)?.properties ?? [];
    for (const [at, name] of properties.entries()) answers[name] = stored[then[at] ?? ''];
  }
  return answers;
}

/** Returns the day of a record: its own date, or the day it was created. */
function dayOf({ definition }: CompiledForm, { data, created_at }: StoredRecord): string {
  const day = definition.date && data[definition.date];
  return typeof day === 'string' ? day : created_at.slice(0, 10);
}
