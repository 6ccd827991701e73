/** Parts of measures that count entries of the activity log and sites due. */

import { sql } from 'kysely';
import { whereFilters } from '../../core/figures/where.ts';
import type { Measure } from '../../core/generated/report.ts';
import { getOwn } from '../../core/json.ts';
import { periodOf } from '../../core/records/due.ts';
import { seesSomePlaces, visiblePlaces } from '../../core/records/permission.ts';
import { PARENT_MOVED_ACTION } from '../db/events.ts';
import { siteConditions, visitedSiteIds } from '../records/dueSites.ts';
import type { ReportContext } from './context.ts';
import { fixedColumnCondition, textColumn } from './fixedColumns.ts';
import { betweenDays, type MeasurePart, type PartColumn } from './part.ts';
import { type CountingGaps, countingPart, partColumnLookup, placeConditions } from './recordParts.ts';

/** Columns of an entry of the activity log. */
const EVENT: Readonly<Record<string, PartColumn>> = {
  action: textColumn('events.action'),
  person: textColumn('events.user_id'),
  created_by: textColumn('events.user_id'),
  form: textColumn('events.form'),
  date: textColumn('events.at', true),
  created_at: textColumn('events.at', true),
  province: { ...textColumn('events.province_id'), ref: sql`COALESCE(events.province_id, '')` },
  province_id: { ...textColumn('events.province_id'), ref: sql`COALESCE(events.province_id, '')` },
};

/** Returns the entries of the activity log about records that the reader sees: what was done stays done, whatever became of them. */
export function eventParts(context: ReportContext, measure: Measure, gaps: CountingGaps): MeasurePart[] {
  const { registry, asked, actor } = context;
  const { permissions } = registry.common();
  const names = measure.forms ?? registry.forms().map(({ form }) => form);
  return names.flatMap((name) => {
    const form = registry.form(name);
    if (!form || !seesSomePlaces(visiblePlaces(actor, form, permissions))) return [];
    const records = countingPart(context, [], form, gaps, 'activity');
    if (!records) return [];
    const ids = sql`SELECT ${sql.ref(`${records.table}.id`)} FROM ${sql.table(records.table)}
      WHERE ${sql.join([...records.where, ...placeConditions(context)], sql` AND `)}`;
    const where = [
      sql`events.form = ${form.form}`,
      sql`events.action <> ${PARENT_MOVED_ACTION}`,
      ...(measure.undated ? [] : betweenDays(EVENT.date as PartColumn, asked.from, asked.to)),
      ...whereFilters(measure.where, context.today).map((filter) => fixedColumnCondition(EVENT, filter)),
      sql`events.record_id IN (${ids})`,
    ];
    return [
      {
        of: 'event' as const,
        table: 'events',
        form,
        where,
        column: (source: string) => getOwn(EVENT, source),
        key: form.form,
      },
    ];
  });
}

/** Returns the sites that are to be visited in the period, or those of them that were. */
export function sitesDueParts(context: ReportContext, measure: Measure, gaps: CountingGaps): MeasurePart[] {
  const { registry, projector, actor, asked, today } = context;
  const form = registry.form(measure.visits ?? '');
  const declared = form?.definition.due;
  if (!form || !declared) return [];
  // Coverage is of all sites, and not of those that one person looks after.
  const { assigned: _own, ...due } = declared;
  const current = periodOf(asked.to ?? asked.from ?? today, due);
  const period = { from: asked.from ?? current.from, to: asked.to ?? current.to };
  const visits = visitedSiteIds(context, { form, due, period });
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
      ...placeConditions(context),
      ...(measure.visited ? [sql`${sql.ref(`${plan.table}.id`)} IN (${visits})`] : []),
    ];
    const column = partColumnLookup(plan, pending, gaps, { site: 'id' });
    return [{ of: 'record' as const, table: plan.table, form: site, where, column, key: name }];
  });
}
