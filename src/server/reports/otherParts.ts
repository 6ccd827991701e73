/** Parts of measures that count something besides records: problems of the log, entries of the activity log, sites due. */
import { sql } from 'kysely';
import { badFilter } from '../../core/errors/failure.ts';
import { filtersOf, type ListFilter } from '../../core/figures/where.ts';
import type { Measure } from '../../core/generated/report.ts';
import { DROPPED, SOLVED } from '../../core/problems/log.ts';
import { periodOf } from '../../core/records/due.ts';
import { seesSome, visiblePlaces } from '../../core/records/scope.ts';
import { siteConditions, visitsOf } from '../records/dueSites.ts';
import type { SqlCondition } from '../records/filters.ts';
import { FOLLOWED } from '../records/history/chain.ts';
import type { ReportContext } from './context.ts';
import { between, type Part, type PartColumn } from './part.ts';
import { columnsOf, countingPart, type Gaps, placed } from './recordParts.ts';

function text(ref: string, isInstant = false): PartColumn {
  return { ref: sql.ref(ref), kind: isInstant ? 'day' : 'id', isInstant };
}

/** Columns of a problem. Its place and organisation are those of its site. */
const PROBLEM: Readonly<Record<string, PartColumn>> = Object.fromEntries([
  ...['type_id', 'status', 'site_id', 'programme'].map((name) => [name, text(`problems.${name}`)]),
  ['site', text('problems.site_id')],
  ['date', { ...text('problems.date_identified'), kind: 'day' }],
  ['date_identified', { ...text('problems.date_identified'), kind: 'day' }],
  ['date_solved', { ...text('problems.date_solved'), kind: 'day' }],
  ...['province', 'district', 'village', 'organization'].flatMap((name) => {
    const column: PartColumn = { ref: sql`COALESCE(${sql.ref(`site.${name}_id`)}, '')`, kind: 'id', isInstant: false };
    return [
      [name, column],
      [`${name}_id`, column],
    ];
  }),
]);

/** Returns the problems that stand on at least one visit that the reader sees. */
export function problemParts(context: ReportContext, measure: Measure, gaps: Gaps): Part[] {
  const visits = (measure.forms ?? []).flatMap((name) => {
    const form = context.registry.form(name);
    const part = form && countingPart(context, [], form, gaps);
    return part ? [part] : [];
  });
  if (visits.length === 0) return [];
  const selects = visits.map(
    ({ table, where }) =>
      sql`SELECT ${sql.ref(`${table}.id`)} FROM ${sql.table(table)} WHERE ${sql.join(where, sql` AND `)}`,
  );
  const where = [
    sql`problems.id IN (SELECT problem_id FROM problem_logs WHERE record_id IN (${sql.join(selects, sql` UNION ALL `)}))`,
    ...inTime(context, measure),
    ...filtersOf(measure.where, context.today).map((filter) => condition(PROBLEM, filter, context.asked.to)),
    ...placed(context, 'site'),
  ];
  return [{ of: 'problem', table: 'problems', where, column: (source) => PROBLEM[source] }];
}

function inTime({ asked: { from, to } }: ReportContext, { when = 'identified', undated }: Measure): SqlCondition[] {
  const identified = PROBLEM.date_identified as PartColumn;
  const solved = PROBLEM.date_solved as PartColumn;
  const isSolved = sql`problems.date_solved IS NOT NULL AND problems.date_solved <> ''`;
  const [first, last] = undated ? [undefined, undefined] : [from, to];
  switch (when) {
    case 'identified':
      return between(identified, first, last);
    case 'solved':
      return [isSolved, ...between(solved, first, last)];
    case 'ever':
      return [isSolved, ...between(solved, undefined, last)];
    case 'open': {
      const still =
        last === undefined ? sql`NOT (${isSolved})` : sql`(NOT (${isSolved}) OR problems.date_solved > ${last})`;
      // Nobody expects a problem to be solved that was given up.
      return [...between(identified, undefined, last), still, sql`problems.status <> ${DROPPED}`];
    }
  }
}

/** Writes a condition on a fixed table. A problem counts as solved only if it was by the end of the period. */
function condition(
  columns: Readonly<Record<string, PartColumn>>,
  { field, op, value }: ListFilter,
  to?: string | undefined,
): SqlCondition {
  const column = Object.hasOwn(columns, field) ? columns[field] : undefined;
  if (!column) throw badFilter(field);
  const { ref } = column;
  const filled = sql`COALESCE(${ref}, '')`;
  switch (op) {
    case 'eq':
      if (field === 'status' && value === SOLVED && to !== undefined)
        return sql`(${ref} = ${SOLVED} AND problems.date_solved <= ${to})`;
      return sql`${filled} = ${String(value)}`;
    case 'ne':
      return sql`${filled} <> ${String(value)}`;
    case 'in':
      return sql`${filled} IN (${sql.join([value].flat().map(String))})`;
    case 'empty':
      return value === false ? sql`${filled} <> ''` : sql`${filled} = ''`;
    case 'gte':
      return sql.join(between(column, String(value), undefined), sql` AND `);
    case 'lte':
      return sql.join([...between(column, undefined, String(value)), sql`${filled} <> ''`], sql` AND `);
    default:
      throw badFilter(field);
  }
}

/** Columns of an entry of the activity log. */
const EVENT: Readonly<Record<string, PartColumn>> = {
  action: text('events.action'),
  person: text('events.user_id'),
  created_by: text('events.user_id'),
  form: text('events.form'),
  date: text('events.at', true),
  created_at: text('events.at', true),
  province: { ...text('events.province_id'), ref: sql`COALESCE(events.province_id, '')` },
  province_id: { ...text('events.province_id'), ref: sql`COALESCE(events.province_id, '')` },
};

/** Returns the entries of the activity log about records that the reader sees. */
export function eventParts(context: ReportContext, measure: Measure, gaps: Gaps): Part[] {
  const { registry, asked, actor } = context;
  const { permissions } = registry.common();
  const names = measure.forms ?? registry.forms().map(({ form }) => form);
  return names.flatMap((name) => {
    const form = registry.form(name);
    if (!form || !seesSome(visiblePlaces(actor, form, permissions))) return [];
    const records = countingPart(context, [], form, gaps);
    if (!records) return [];
    const ids = sql`SELECT ${sql.ref(`${records.table}.id`)} FROM ${sql.table(records.table)}
      WHERE ${sql.join([...records.where, ...placed(context)], sql` AND `)}`;
    const where = [
      sql`events.form = ${form.form}`,
      sql`events.action <> ${FOLLOWED}`,
      ...(measure.undated ? [] : between(EVENT.date as PartColumn, asked.from, asked.to)),
      ...filtersOf(measure.where, context.today).map((filter) => condition(EVENT, filter)),
      sql`events.record_id IN (${ids})`,
    ];
    return [
      { of: 'event' as const, table: 'events', form, where, column: (source: string) => EVENT[source], key: form.form },
    ];
  });
}

/** Returns the sites that are to be visited in the period, or those of them that were. */
export function sitesDueParts(context: ReportContext, measure: Measure, gaps: Gaps): Part[] {
  const { registry, projector, actor, asked, today } = context;
  const form = registry.form(measure.visits ?? '');
  const declared = form?.definition.due;
  if (!form || !declared) return [];
  // Coverage is of all sites, and not of those that one person looks after.
  const { assigned: _own, ...due } = declared;
  const current = periodOf(asked.to ?? asked.from ?? today, due);
  const period = { from: asked.from ?? current.from, to: asked.to ?? current.to };
  const visits = visitsOf(context, { form, due, period });
  if (!visits) gaps.isPending = true;
  const sites: readonly string[] = form.fields.get(due.site)?.def.record?.forms ?? [];
  return sites.flatMap((name) => {
    const site = registry.form(name);
    const plan = site && projector.plan(name);
    if (!site || !plan || !visits) return [];
    const pending = projector.pending(plan);
    if (pending.size > 0) gaps.isPending = true;
    const conditions = siteConditions(context, { due, period }, site, actor);
    if (!conditions) return [];
    const where = [
      ...conditions,
      ...placed(context),
      ...(measure.visited ? [sql`${sql.ref(`${plan.table}.id`)} IN (${visits})`] : []),
    ];
    const column = columnsOf(plan, pending, gaps, { site: 'id' });
    return [{ of: 'record' as const, table: plan.table, form: site, where, column, key: name }];
  });
}
