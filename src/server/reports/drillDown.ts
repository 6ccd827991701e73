/** Lists what a number of a report counted, by the very conditions that counted it. */
import { type RawBuilder, sql } from 'kysely';
import { problemType } from '../../core/api/problems.ts';
import { renderState } from '../../core/api/render.ts';
import type { RecordData } from '../../core/definitions/types.ts';
import { newestAnswers } from '../../core/definitions/versions/upgrade.ts';
import { badFilter } from '../../core/errors/failure.ts';
import { readableRatingBars } from '../../core/form/ratingBars.ts';
import type { ReportBehindRow } from '../../core/generated/api.ts';
import type { Block, Measure } from '../../core/generated/report.ts';
import { daysInRange, isDerivedMeasure, partsOfMeasure } from '../../core/reports/cells.ts';
import { measuresOf } from '../../core/reports/sources.ts';
import { kabulDay } from '../../core/text/dates.ts';
import { pickText } from '../../core/text/languages.ts';
import { rowsById } from '../db/rows.ts';
import { problemCodes } from '../problems/log.ts';
import { andConditions } from '../records/filters.ts';
import { cellConditions, dayOfGroup } from './axis.ts';
import type { ReportContext } from './context.ts';
import { measurePartsOf } from './count.ts';
import type { MeasurePart } from './part.ts';
import { fromClauseOf } from './scans.ts';

/** Parts that are joined into one statement. SQLite allows 500. */
const MOST_PARTS = 400;

export interface DrillDownQuery {
  block: Block;
  measure: string;
  /** Key of the row; undefined for the total. */
  row?: string | undefined;
  /** Key of the column of a cross table. */
  across?: string | undefined;
  offset: number;
  most: number;
}

export interface DrillDownRows {
  rows: ReportBehindRow[];
  total: number;
}

interface Found {
  part: number | string;
  id: string;
  value: string | number | null;
}

/** Throws `bad_filter` for a measure that the block does not have, or that is worked out of others. */
export async function drillDown(context: ReportContext, query: DrillDownQuery): Promise<DrillDownRows> {
  const measures = measuresOf(query.block);
  const measure = measures.find(({ id }) => id === query.measure);
  if (!measure || measure.rate) throw badFilter('measure');
  const added = isDerivedMeasure(measure) ? plainParts(measures, measure, []) : [measure];
  const parts: { part: MeasurePart; measure: Measure }[] = [];
  for (const one of added)
    for (const part of await partsBehind(context, query, one)) parts.push({ part, measure: one });
  if (parts.length === 0) return { rows: [], total: 0 };
  if (measure.of === 'distinct')
    return distinctBehind(
      context,
      query,
      parts.map(({ part }) => part),
    );
  const some = parts.slice(0, MOST_PARTS);
  const selects = some.map(({ part }, at) => {
    const value = part.value ? sql`CAST(${part.value} AS text)` : sql`CAST('' AS text)`;
    return sql`SELECT ${sql.lit(at)} AS part, ${sql.ref(`${part.table}.id`)} AS id, ${value} AS value, ${orderOf(part)} AS place
      FROM ${fromClauseOf(part)} WHERE ${andConditions(part.where)}`;
  });
  const joined = sql`(${sql.join(selects, sql` UNION ALL `)}) AS t`;
  const [counted] = await context.run(sql<{ n: number | string }>`SELECT count(*) AS n FROM ${joined}`);
  const found = await context.run(sql<Found>`SELECT part, CAST(id AS text) AS id, value FROM ${joined}
    ORDER BY place DESC, id, part LIMIT ${sql.lit(query.most)} OFFSET ${sql.lit(query.offset)}`);
  return {
    rows: await described(
      context,
      found.map(({ part, id, value }) => ({
        id,
        of: (some[Number(part)] as { part: MeasurePart }).part.of,
        value: numberOf((some[Number(part)] as { measure: Measure }).measure, value),
      })),
    ),
    total: Number(counted?.n ?? 0),
  };
}

function plainParts(measures: readonly Measure[], whole: Measure, open: readonly string[]): Measure[] {
  return partsOfMeasure(whole).flatMap((name) => {
    const measure = measures.find((one) => one.id === name);
    if (!measure || measure.rate || open.includes(name)) throw badFilter('measure');
    return isDerivedMeasure(measure) ? plainParts(measures, measure, [...open, whole.id]) : [measure];
  });
}

async function partsBehind(
  context: ReportContext,
  { block, row, across }: DrillDownQuery,
  measure: Measure,
): Promise<MeasurePart[]> {
  const gaps = { isPending: false, isHidden: false };
  return (await measurePartsOf(context, measure, block, gaps)).flatMap((part) => {
    const cell = cellConditions(context, part, block, { row, across });
    return cell ? [{ ...part, where: [...part.where, ...cell] }] : [];
  });
}

function orderOf({ of, column }: MeasurePart): RawBuilder<unknown> {
  const date = column('date')?.ref;
  return date && of !== 'event' ? date : (column('created_at')?.ref ?? sql`CAST('' AS text)`);
}

/** Returns what a value adds to the number; null for counts. */
function numberOf({ of }: Measure, value: string | number | null): number | null {
  if (value === null || value === '') return null;
  if (of === 'sum' || of === 'average' || of === 'median' || of === 'points') return Number(value);
  if (of !== 'days') return null;
  const days = String(value).split(' ');
  return daysInRange(days.map((one) => dayOfGroup(one, { isInstant: true })).join(' '));
}

/** Lists the different values: the records that they name, or the values themselves. */
async function distinctBehind(
  context: ReportContext,
  { offset, most }: DrillDownQuery,
  parts: readonly MeasurePart[],
): Promise<DrillDownRows> {
  const selects = parts.map(
    (part) => sql`SELECT DISTINCT ${part.value} AS value FROM ${fromClauseOf(part)} WHERE ${andConditions(part.where)}`,
  );
  const joined = sql`(${sql.join(selects, sql` UNION `)}) AS t`;
  const [counted] = await context.run(sql<{ n: number | string }>`SELECT count(*) AS n FROM ${joined}`);
  const found = await context.run(sql<{ value: string }>`SELECT value FROM ${joined} ORDER BY value
    LIMIT ${sql.lit(most)} OFFSET ${sql.lit(offset)}`);
  const ids = found.map(({ value }) => ({ id: String(value), of: 'record' as const, value: null }));
  return { rows: await described(context, ids), total: Number(counted?.n ?? 0) };
}

interface Thing {
  id: string;
  of: MeasurePart['of'];
  value: number | null;
}

async function described(context: ReportContext, things: readonly Thing[]): Promise<ReportBehindRow[]> {
  const idsOf = (kind: MeasurePart['of']) => [...new Set(things.filter(({ of }) => of === kind).map(({ id }) => id))];
  const rows = new Map<string, Omit<ReportBehindRow, 'value'>>();
  const add = (kind: MeasurePart['of'], found: readonly Omit<ReportBehindRow, 'value'>[]) => {
    for (const row of found) rows.set(`${kind} ${row.id}`, row);
  };
  add('problem', await problems(context, idsOf('problem')));
  add('event', await events(context, idsOf('event')));
  add('record', await records(context, idsOf('record')));
  return things.map(({ id, of, value }) => ({ ...(rows.get(`${of} ${id}`) ?? plain(id)), value }));
}

function plain(id: string): Omit<ReportBehindRow, 'value'> {
  return { id, form: '', name: id, code: null, place: null, day: null, state: null, path: '' };
}

async function records(context: ReportContext, ids: string[]): Promise<Omit<ReportBehindRow, 'value'>[]> {
  const { database, registry, language, projector } = context;
  const columns = [
    'id',
    'form',
    'form_version',
    'data',
    'name',
    'code',
    'state',
    'province_id',
    'district_id',
    'created_at',
  ] as const;
  const found = await rowsById(database.read, 'records', [...columns], ids);
  const days = new Map<string, string>();
  for (const name of new Set(found.map(({ form }) => form))) {
    const own = found.filter(({ form }) => form === name).map(({ id }) => id);
    if (!registry.form(name) || own.length === 0) continue;
    const dates = await context.run(sql<{ id: string; day: string }>`SELECT id, record_date AS day
      FROM ${sql.table(projector.plan(name).table)} WHERE id IN (${sql.join(own)})`);
    for (const { id, day } of dates) days.set(id, day);
  }
  return found.flatMap(({ id, form: name, code, state, ...row }) => {
    const form = registry.form(name);
    if (!form) return [];
    const answers = { form: name, form_version: row.form_version, data: JSON.parse(row.data) as RecordData };
    const ratings = readableRatingBars(context, form, newestAnswers(registry, answers));
    return [
      {
        id,
        form: name,
        name: row.name || code || id,
        code,
        place: placeName(context, row.district_id ?? row.province_id),
        day: days.get(id) || null,
        state: renderState(registry, form, state, language),
        ...(ratings && { ratings }),
        path: form.definition.paths.record.replace(':id', id),
      },
    ];
  });
}

async function problems(context: ReportContext, ids: string[]): Promise<Omit<ReportBehindRow, 'value'>[]> {
  const { database, registry, language } = context;
  if (ids.length === 0) return [];
  const found = await database.read
    .selectFrom('problems')
    .select(['id', 'site_id', 'programme', 'counted_type_id', 'counted_identified'])
    .where('id', 'in', ids)
    .execute();
  const codes = await problemCodes(database.read, ids);
  const sites = await records(context, [...new Set(found.flatMap(({ site_id }) => site_id ?? []))]);
  return found.map(({ id, site_id, programme, counted_type_id: type_id, counted_identified: day }) => {
    const site = sites.find((one) => one.id === site_id);
    const type = problemType(registry, type_id, programme);
    const title = type ? pickText({ en: type.name_en, fa: type.name_fa, ps: type.name_ps }, language) : type_id;
    return {
      id,
      form: site?.form ?? '',
      name: site ? `${title} – ${site.name}` : title,
      code: codes.get(id) ?? null,
      place: site?.place ?? null,
      day,
      state: null,
      path: site?.path ?? '',
    };
  });
}

async function events(context: ReportContext, ids: string[]): Promise<Omit<ReportBehindRow, 'value'>[]> {
  const numbers = ids.map(Number);
  if (numbers.length === 0) return [];
  const found = await context.database.read
    .selectFrom('events')
    .select(['id', 'record_id', 'at'])
    .where('id', 'in', numbers)
    .execute();
  const about = await records(context, [...new Set(found.flatMap(({ record_id }) => record_id ?? []))]);
  return found.map(({ id, record_id, at }) => ({
    ...(about.find((one) => one.id === record_id) ?? plain(record_id ?? '')),
    id: String(id),
    day: kabulDay(new Date(at)),
  }));
}

function placeName({ registry, language }: ReportContext, id: string | null): string | null {
  const place = registry.place(id ?? '');
  return place ? pickText({ en: place.name_en, fa: place.name_fa, ps: place.name_ps }, language) : null;
}
