/**
 * Parts of measures that count problems: those that stand on at least one visit that counts and that the reader sees, with what
 * the visits that count say of them. Their rows name the kinds of visits that they stand on, so that the log is read only for
 * rows still to be filled, and for readers and filters that look at single visits.
 */

import { sql } from 'kysely';
import type { CompiledForm } from '../../core/definitions/types.ts';
import { type ListFilter, whereFilters } from '../../core/figures/where.ts';
import type { Measure } from '../../core/generated/report.ts';
import { getOwn } from '../../core/json.ts';
import { memoizeByObject } from '../../core/memoize.ts';
import { DROPPED_STATUS } from '../../core/problems/log.ts';
import { canonicalFilters } from '../../core/query/listQuery.ts';
import { visibleRows } from '../../core/query/pageRows.ts';
import { visitKinds } from '../problems/visits.ts';
import type { SqlCondition } from '../records/filters.ts';
import type { ReportContext } from './context.ts';
import { fixedColumnCondition, textColumn } from './fixedColumns.ts';
import { betweenDays, type MeasurePart, type PartColumn } from './part.ts';
import {
  type CountingGaps,
  countingPart,
  countingStatesOf,
  placeConditions,
  type RecordPart,
  reportFilterConditions,
} from './recordParts.ts';

const PLACES = ['province', 'district', 'village', 'organization'];

function columns(place: (name: string) => PartColumn['ref']): Readonly<Record<string, PartColumn>> {
  const day = (name: string): PartColumn => ({ ...textColumn(`problems.${name}`), kind: 'day', isDay: true });
  return Object.fromEntries([
    ...['type_id', 'status'].map((name) => [name, textColumn(`problems.counted_${name}`)]),
    ...['site_id', 'programme'].map((name) => [name, textColumn(`problems.${name}`)]),
    ['site', textColumn('problems.site_id')],
    ['date', day('counted_identified')],
    ['date_identified', day('counted_identified')],
    ['date_solved', day('counted_solved')],
    ...PLACES.flatMap((name) => {
      const column: PartColumn = { ref: place(name), kind: 'id', isInstant: false };
      return [
        [name, column],
        [`${name}_id`, column],
      ];
    }),
  ]);
}

/** Place and organisation are those of the site: as its record says, or as the row of the problem keeps them. */
const JOINED = columns((name) => sql`COALESCE(${sql.ref(`site.${name}_id`)}, '')`);
const KEPT = columns((name) => sql.ref(`problems.site_${name}_id`));

/** First columns of the index `problems_counted`. By the day alone, sorting the rows costs less than its order. */
const INDEXED = ['visits', 'site_province_id', 'site_organization_id', 'counted_status', 'counted_type_id'].map(
  (name) => `problems.${name}`,
);
const JOINT = [...INDEXED, 'problems.counted_identified'];

/** Returns the problems that stand on at least one visit that the reader sees. */
export async function problemParts(
  context: ReportContext,
  measure: Measure,
  gaps: CountingGaps,
): Promise<MeasurePart[]> {
  const visits = (measure.forms ?? []).flatMap((name) => {
    const form = context.registry.form(name);
    return (form && countingPart(context, [], form, gaps, 'problems')) ?? [];
  });
  if (visits.length === 0) return [];
  const isSeen = kindTest(context, visits);
  const { kinds, isFilled } = await kindsOf(context.run);
  if (!isFilled) gaps.isPending = true;
  if (!isSeen) return [joined(context, measure, sql`problems.id IN (${onVisits(visits)})`)];
  const seen = kinds.filter(isSeen);
  const parts = seen.length === 0 ? [] : [kept(context, measure, seen)];
  return isFilled ? parts : [...parts, joined(context, measure, sql`problems.visits IS NULL AND ${stands(visits)}`)];
}

function kept(context: ReportContext, measure: Measure, seen: readonly string[]): MeasurePart {
  const { asked, database } = context;
  const known = withTypes(context, measure, KEPT);
  const chosen = (name: string, ids: readonly string[]) =>
    ids.length > 0 ? [sql`${database.dialect.unindexed(`problems.site_${name}_id`)} IN (${sql.join(ids)})`] : [];
  const where = [
    sql`problems.visits IN (${sql.join(seen)})`,
    ...asksOf(context, measure, known),
    ...chosen('province', asked.provinces),
    ...chosen('organization', asked.organizations),
  ];
  return {
    of: 'problem',
    table: 'problems',
    where,
    column: (source) => getOwn(known, source),
    indexes: [INDEXED],
    joint: JOINT,
  };
}

function joined(context: ReportContext, measure: Measure, on: SqlCondition): MeasurePart {
  const known = withTypes(context, measure, JOINED);
  const where = [on, ...asksOf(context, measure, known), ...placeConditions(context, 'site')];
  return { of: 'problem', table: 'problems', hasSite: true, where, column: (source) => getOwn(known, source) };
}

function asksOf(context: ReportContext, measure: Measure, known: typeof KEPT): SqlCondition[] {
  const filters = conditionsOf(context, measure);
  return [
    ...inTime(context, measure),
    ...filters.map((filter) => fixedColumnCondition(known, filter, context.asked.to)),
  ];
}

/** Returns the conditions of a measure, which name types, places and organisations as they are now. */
function conditionsOf(context: ReportContext, measure: Measure): ListFilter[] {
  const filters = whereFilters(measure.where, context.today);
  const [visit] = visitsOf(context, measure);
  const merged = mergedTypes(context, measure);
  const now = (id: unknown) => merged.get(id) ?? id;
  return (visit ? canonicalFilters(filters, visit, context.registry) : filters).map((filter) =>
    filter.field === 'type_id'
      ? { ...filter, value: Array.isArray(filter.value) ? filter.value.map(now) : now(filter.value) }
      : filter,
  );
}

function visitsOf({ registry }: ReportContext, { forms }: Measure): CompiledForm[] {
  return (forms ?? []).flatMap((name) => registry.form(name) ?? []);
}

/** Returns the types that were merged, with what each is now. */
function mergedTypes(context: ReportContext, measure: Measure): ReadonlyMap<unknown, string> {
  const lists = new Set(visitsOf(context, measure).flatMap(({ definition }) => definition.problems?.types ?? []));
  const items = [...lists].flatMap((list) => context.registry.choices(list));
  return new Map(items.flatMap(({ id, merged_into }) => (merged_into ? [[id, merged_into]] : [])));
}

/** Problems keep the type that their visits say; figures have that which it is now. */
function withTypes(context: ReportContext, measure: Measure, known: typeof KEPT): typeof KEPT {
  const merged = mergedTypes(context, measure);
  const { type_id } = known as { type_id: PartColumn };
  if (merged.size === 0) return known;
  const cases = [...merged].map(([id, now]) => sql`WHEN ${id} THEN ${now}`);
  return {
    ...known,
    type_id: { ...type_id, ref: sql`CASE ${type_id.ref} ${sql.join(cases, sql` `)} ELSE ${type_id.ref} END` },
  };
}

function onVisits(visits: readonly RecordPart[]): SqlCondition {
  const selects = visits.map(
    ({ table, where }) =>
      sql`SELECT ${sql.ref(`${table}.id`)} FROM ${sql.table(table)} WHERE ${sql.join(where, sql` AND `)}`,
  );
  return sql`SELECT problem_id FROM problem_logs WHERE record_id IN (${sql.join(selects, sql` UNION ALL `)})`;
}

/** The same for few problems, each of which is looked up by itself. */
function stands(visits: readonly RecordPart[]): SqlCondition {
  const each = visits.map(
    ({ table, where }) => sql`EXISTS (SELECT 1 FROM ${sql.table(table)}
      WHERE ${sql.ref(`${table}.id`)} = l.record_id AND ${sql.join(where, sql` AND `)})`,
  );
  return sql`EXISTS (SELECT 1 FROM problem_logs AS l WHERE l.problem_id = problems.id AND (${sql.join(each, sql` OR `)}))`;
}

/** Returns what tells whether the reader sees visits of some kinds; undefined if it takes more than form, state and province. */
function kindTest(context: ReportContext, visits: readonly RecordPart[]): ((kinds: string) => boolean) | undefined {
  const { actor, registry } = context;
  const tests = new Map<string, (state: string, province: string) => boolean>();
  for (const { form } of visits) {
    const visible = visibleRows(form, actor, registry);
    if (visible === null || visible?.createdBy !== undefined || reportFilterConditions(context, form).length > 0)
      return undefined;
    const states = new Set(countingStatesOf(context, form, 'problems'));
    tests.set(
      form.form,
      (state, province) => states.has(state) && (visible === undefined || visible.provinces.includes(province)),
    );
  }
  return (kinds) => visitKinds(kinds).some(({ form, state, province }) => tests.get(form)?.(state, province) === true);
}

interface Kinds {
  kinds: readonly string[];
  /** False if some rows are still to be filled. */
  isFilled: boolean;
}

/**
 * Returns all sets of kinds of visits on which problems stand, by one look into the index for each. By what reads the moment,
 * since the measures of a report may ask about other days.
 */
const kindsOf = memoizeByObject('kinds of visits with problems', async (run: ReportContext['run']): Promise<Kinds> => {
  const next = sql`(SELECT min(p.visits) FROM problems AS p WHERE p.visits > kinds.visits)`;
  const rows = await run(sql<{ visits: string | null }>`WITH RECURSIVE kinds(visits) AS (
          SELECT min(visits) FROM problems UNION ALL SELECT ${next} FROM kinds WHERE kinds.visits IS NOT NULL)
        SELECT visits FROM kinds WHERE visits IS NOT NULL
        UNION ALL SELECT NULL WHERE EXISTS (SELECT 1 FROM problems WHERE visits IS NULL)`);
  return {
    kinds: rows.flatMap(({ visits }) => visits ?? []),
    isFilled: rows.every(({ visits }) => visits !== null),
  };
});

function inTime({ asked: { from, to } }: ReportContext, { when = 'identified', undated }: Measure): SqlCondition[] {
  const identified = KEPT.date_identified as PartColumn;
  const solved = KEPT.date_solved as PartColumn;
  const [first, last] = undated ? [undefined, undefined] : [from, to];
  switch (when) {
    case 'identified':
      return betweenDays(identified, first, last);
    case 'solved':
      return solvedIn(solved, first, last);
    case 'ever':
      return solvedIn(solved, undefined, last);
    case 'open': {
      const { ref } = solved;
      const later = last === undefined ? [] : [sql`${ref} > ${last}`];
      const still = sql`(${sql.join([sql`${ref} IS NULL`, sql`${ref} = ''`, ...later], sql` OR `)})`;
      // Nobody expects a problem to be solved that was given up.
      return [...betweenDays(identified, undefined, last), still, sql`problems.counted_status <> ${DROPPED_STATUS}`];
    }
  }
}

/** A day that is later than none is there. */
function solvedIn(solved: PartColumn, first: string | undefined, last: string | undefined): SqlCondition[] {
  const days = betweenDays(solved, first, last);
  return days.length > 0 ? days : [sql`${solved.ref} > ''`];
}
