/** Parts of measures that count records: visible, not deleted, in a state that counts, as the filters ask. */

import { type RawBuilder, sql } from 'kysely';
import type { CompiledForm } from '../../core/definitions/types.ts';
import { badFilter } from '../../core/errors/failure.ts';
import { whereFilters } from '../../core/figures/where.ts';
import { RATING_POINTS } from '../../core/form/ratingPoints.ts';
import { propertyKindOf } from '../../core/form/types/question.ts';
import type { Block, Measure } from '../../core/generated/report.ts';
import { getOwn } from '../../core/json.ts';
import { type PlannedColumn, SOURCE_ALIASES } from '../../core/query/columns.ts';
import { type Filter, isInstantColumn } from '../../core/query/filter.ts';
import { canonicalFilters } from '../../core/query/listQuery.ts';
import type { ProjectionPlan } from '../../core/query/plan.ts';
import { type CountedKind, countingStates } from '../../core/records/counting.ts';
import { isSourceRestricted } from '../../core/records/permission.ts';
import {
  COLUMN_NAMES,
  dimensionQuestions,
  isOfAllRatings,
  isQuestionDimension,
  type ReportQuestion,
  sourcesOfMeasure,
} from '../../core/reports/sources.ts';
import { filterCondition, type SqlCondition, visibleCondition } from '../records/filters.ts';
import type { ReportContext } from './context.ts';
import { betweenDays, type MeasurePart, type PartColumn } from './part.ts';

/** What is left out of a number, and why it may be too low. */
export interface CountingGaps {
  /** A column is still being filled. */
  isPending: boolean;
  /** The reader may not read an answer that it needs. */
  isHidden: boolean;
}

/** How the indexes of reports begin (`core/query/plan`). */
const INDEXES = [['record_date'], ['site_id']];

type Shape = Pick<Block, 'by' | 'across'>;

/**
 * `isCounting`: only numbers are needed, so that an average of all ratings may use the sum that each row keeps instead of each
 * of its answers.
 */
export function recordParts(
  context: ReportContext,
  measure: Measure,
  shape: Shape,
  gaps: CountingGaps,
  isCounting: boolean,
): MeasurePart[] {
  return (measure.forms ?? []).flatMap((name) => {
    const form = context.registry.form(name);
    if (!form) return [];
    if (isHiddenIn(context, measure, shape, form)) {
      gaps.isHidden = true;
      return [];
    }
    const part = recordPart(context, measure, form, gaps);
    if (!part) return [];
    const { points } = part.plan;
    const pending = context.projector.pending(part.plan);
    if (isCounting && points && isOfAllRatings(measure, shape) && !pending.has(points.sum))
      return [withPoints(part, points, shape)];
    return withValues(part, measure, shape);
  });
}

/** Returns true if the reader may not read an answer that the measure needs of a form. */
function isHiddenIn({ actor, registry }: ReportContext, measure: Measure, shape: Shape, form: CompiledForm): boolean {
  return sourcesOfMeasure(measure, shape, form).some((source) => isSourceRestricted(form, source, actor, registry));
}

export type RecordPart = MeasurePart & { form: CompiledForm; plan: ProjectionPlan };

/** Returns the records of a form that a measure counts; undefined if there is none that the reader may see. */
function recordPart(
  context: ReportContext,
  { where, undated }: Pick<Measure, 'where' | 'undated'>,
  form: CompiledForm,
  gaps: CountingGaps,
): RecordPart | undefined {
  const { asked, today } = context;
  const part = countingPart(context, whereFilters(where, today), form, gaps);
  if (!part) return undefined;
  const dated = undated ? [] : betweenDays(part.column('date') as PartColumn, asked.from, asked.to);
  return { ...part, where: [...part.where, ...dated, ...placeConditions(context)] };
}

/**
 * Returns the visible records of a form in a state that counts, of any day and place. Problems and entries of the activity log
 * stand on them, and have days of their own: `counted` says that they are counted for these.
 */
export function countingPart(
  context: ReportContext,
  conditions: readonly Filter[],
  form: CompiledForm,
  gaps: CountingGaps,
  counted?: CountedKind,
): RecordPart | undefined {
  const { actor, registry, projector, database } = context;
  const plan = projector.plan(form.form);
  const pending = projector.pending(plan);
  const filters = canonicalFilters([...conditions, ...reportFilterConditions(context, form)], form, registry);
  const isAsked = filters.some(({ field }) => pending.has(plan.columns.get(field)?.value ?? ''));
  if (pending.has('*') || isAsked) {
    gaps.isPending = true;
    return undefined;
  }
  const scope = visibleCondition(plan, actor, registry, database.dialect);
  // A form without such a column has no record for which the condition holds.
  if (!scope || filters.some(({ field }) => !plan.columns.has(field))) return undefined;
  const where = [
    sql`deleted = 0`,
    ...scope,
    ...(filters.some(({ field }) => (getOwn(SOURCE_ALIASES, field) ?? field) === 'status')
      ? []
      : [stateCondition(context, form, counted)]),
    ...filters.map((filter) => filterCondition(plan, filter, pending)),
  ];
  return {
    of: 'record',
    table: plan.table,
    form,
    plan,
    where,
    column: partColumnLookup(plan, pending, gaps),
    indexes: INDEXES,
  };
}

/** Returns the conditions of the chosen provinces and organisations on a table: that of the statement if none is named. */
export function placeConditions(
  { asked: { provinces, organizations }, database: { dialect } }: ReportContext,
  table?: string,
): SqlCondition[] {
  const column = (name: string) => dialect.unindexed(table === undefined ? name : `${table}.${name}`);
  return [
    ...(provinces.length > 0 ? [sql`${column('province_id')} IN (${sql.join(provinces)})`] : []),
    ...(organizations.length > 0 ? [sql`${column('organization_id')} IN (${sql.join(organizations)})`] : []),
  ];
}

/** Returns the states of a form in which records count. */
export function countingStatesOf(
  { registry, states }: ReportContext,
  form: CompiledForm,
  counted?: CountedKind,
): string[] {
  if (!states) return countingStates(registry, form, counted);
  return registry.workflow(form).states.flatMap(({ id }) => (states.includes(id) ? id : []));
}

/** Most records are in a state that counts, so its index would not find them faster. */
function stateCondition(context: ReportContext, form: CompiledForm, counted?: CountedKind): SqlCondition {
  const { registry, database } = context;
  const counting = countingStatesOf(context, form, counted);
  if (counting.length === registry.workflow(form).states.length) return sql`1 = 1`;
  return counting.length === 0 ? sql`1 = 0` : sql`${database.dialect.unindexed('state')} IN (${sql.join(counting)})`;
}

/** Returns the report's own filters on a form and those of a list. Throws `bad_filter` if the reader may not read what one narrows. */
export function reportFilterConditions(
  { asked, listed = [], actor, registry }: ReportContext,
  form: CompiledForm,
): Filter[] {
  const own = asked.own
    .filter(({ filter }) => filter.of?.includes(form.form) ?? true)
    .map(({ filter, values }) => ({ id: filter.id, field: filter.by, op: 'in' as const, value: values }));
  return [...own, ...listed.map((filter) => ({ id: filter.field, ...filter }))].map(({ id, ...filter }) => {
    if (isSourceRestricted(form, filter.field, actor, registry)) throw badFilter(id);
    return filter;
  });
}

/** A site is its own site in rows by site: `names` says so. */
export function partColumnLookup(
  plan: ProjectionPlan,
  pending: ReadonlySet<string>,
  gaps: CountingGaps,
  names: Readonly<Record<string, string>> = {},
): MeasurePart['column'] {
  const known = new Map(Object.entries({ ...COLUMN_NAMES, ...names }));
  return (source) => {
    const found = plan.columns.get(known.get(source) ?? source);
    if (!found) return undefined;
    if (pending.has(found.value)) {
      gaps.isPending = true;
      return undefined;
    }
    const isDay = found.kind === 'day' && holdsDays(plan, found);
    return { ref: sql.ref(found.value), kind: found.kind, isInstant: isInstantColumn(found), ...(isDay && { isDay }) };
  };
}

/** Returns true if a column has no time of day. The date of a record without a question for it is the day of its entry. */
function holdsDays({ form }: ProjectionPlan, { value, field, property }: PlannedColumn): boolean {
  const { date } = form.definition;
  const [asked, name] = value === 'record_date' ? [form.byProperty.get(date ?? ''), date] : [field, property];
  return asked ? propertyKindOf(asked, name) === 'day' : value === 'record_date' && date === undefined;
}

/** Adds what the measure needs of each row. Measures of questions have a part for each question. */
function withValues(part: MeasurePart & { form: CompiledForm }, measure: Measure, shape: Shape): MeasurePart[] {
  const { by, across } = shape;
  const asked = [by, across].find(isQuestionDimension);
  if (asked || measure.of === 'points' || measure.of === 'answers')
    return dimensionQuestions(part.form, asked).flatMap((question) =>
      ofQuestion(part, measure, question, asked?.questions),
    );
  if (measure.of === 'days') return [ofDays(part, measure)];
  const names = measure.fields ?? (measure.field === undefined ? [] : [measure.field]);
  if (names.length === 0 || measure.of === 'count') return [{ ...part, ...ofForm(part, shape) }];
  const columns = names.map((name) => part.column(name));
  if (columns.some((column) => column === undefined)) return [];
  const value = valueSql(columns as PartColumn[], measure);
  return [{ ...part, ...ofForm(part, shape), value, where: [...part.where, isThere(columns as PartColumn[])] }];
}

/** Rows without any rated answer add nothing, as they have no answers. */
function withPoints(
  part: RecordPart,
  { sum, answers }: NonNullable<ProjectionPlan['points']>,
  shape: Shape,
): MeasurePart {
  const value = sql`CAST(${sql.ref(sum)} AS double precision)`;
  return { ...part, ...ofForm(part, shape), value, answers: sql.ref(answers) };
}

function ofForm({ form }: { form: CompiledForm }, { by, across }: Shape): { key?: string } {
  return by === 'form' || across === 'form' ? { key: form.form } : {};
}

function valueSql(columns: readonly PartColumn[], { of }: Measure): RawBuilder<unknown> {
  const [first] = columns as [PartColumn];
  if (of === 'distinct') return first.kind === 'number' ? sql`CAST(${first.ref} AS text)` : first.ref;
  if (columns.length === 1) return sql`CAST(${first.ref} AS double precision)`;
  return sql.join(
    columns.map(({ ref }) => sql`COALESCE(CAST(${ref} AS double precision), 0)`),
    sql` + `,
  );
}

/** Records without any of the answers add nothing to a sum and do not count in an average. */
function isThere(columns: readonly PartColumn[]): SqlCondition {
  const each = columns.map(({ ref, kind }) => (kind === 'number' ? sql`${ref} IS NOT NULL` : sql`${ref} <> ''`));
  return sql`(${sql.join(each, sql` OR `)})`;
}

function ofQuestion(
  part: MeasurePart,
  measure: Measure,
  { id, property, topic }: ReportQuestion,
  rows?: 'each' | 'topic',
): MeasurePart[] {
  const column = part.column(property);
  if (!column || column.kind === 'list') return [];
  const is = measure.value ? sql`${column.ref} IN (${sql.join([...measure.value])})` : isThere([column]);
  const rated = measure.of === 'points' ? [sql`${column.ref} IN (${sql.join(Object.keys(RATING_POINTS))})`] : [];
  const key = rows === 'topic' ? topic : rows === 'each' ? id : undefined;
  const value =
    measure.of === 'points'
      ? pointsSql(column)
      : column.kind === 'number'
        ? sql`CAST(${column.ref} AS text)`
        : column.ref;
  return [{ ...part, value, where: [...part.where, is, ...rated], ...(key !== undefined && { key }) }];
}

function pointsSql({ ref }: PartColumn): RawBuilder<unknown> {
  const each = Object.entries(RATING_POINTS).map(
    ([word, points]) => sql`WHEN ${sql.lit(word)} THEN ${sql.lit(points)}`,
  );
  return sql`CAST(CASE ${ref} ${sql.join(each, sql` `)} END AS double precision)`;
}

/** Text with both days, of records that were in both states. Ten minutes are exact enough for the day in Kabul. */
function ofDays(part: MeasurePart, { from = '', to = '' }: Measure): MeasurePart {
  const id = sql.ref(`${part.table}.id`);
  const first = (state: string, after?: RawBuilder<unknown>) =>
    sql`(SELECT min(at) FROM record_revisions AS r WHERE r.record_id = ${id} AND r.to_state = ${state}${
      after ? sql` AND r.at >= ${after}` : sql``
    })`;
  const start = first(from);
  const end = first(to, start);
  return {
    ...part,
    value: sql`substr(${start}, 1, 15) || ' ' || substr(${end}, 1, 15)`,
    where: [...part.where, sql`${end} IS NOT NULL`],
  };
}
