/** How the rows of a part are grouped by a dimension, and which of them have a key. */
import { type RawBuilder, sql } from 'kysely';
import { badFilter } from '../../core/errors/failure.ts';
import type { Dimension, MonthSpan } from '../../core/generated/report.ts';
import { ageInDays, monthBounds, monthKey, numberRangesOf, rangeKey } from '../../core/reports/groups.ts';
import { isFieldDimension, isQuestionDimension, monthsOf } from '../../core/reports/sources.ts';
import { addDays, kabulDay } from '../../core/text/dates.ts';
import { likeText, type SqlCondition } from '../records/filters.ts';
import type { ReportContext } from './context.ts';
import { betweenDays, type MeasurePart, type PartColumn } from './part.ts';

export interface Axis {
  /** What is selected and grouped by; undefined if all rows have the same keys. */
  group: RawBuilder<unknown> | undefined;
  /** True if each selected value is a key by itself. */
  isKey?: true;
  /** Keys of a selected value. Several for a question with several answers. */
  keys(value: string): string[];
  /** Condition of the rows with a key; null if none can have it. */
  at(key: string): SqlCondition[] | null;
}

const NOTHING: readonly SqlCondition[] = [];

/** All rows of a part without such a column have the empty key. */
export function axisOf(context: ReportContext, part: MeasurePart, dimension: Dimension | undefined): Axis {
  return ownAxis(context, part, dimension) ?? constant('');
}

function ownAxis(context: ReportContext, part: MeasurePart, dimension: Dimension | undefined): Axis | undefined {
  if (dimension === undefined) return constant('');
  if (dimension === 'form' || isQuestionDimension(dimension))
    return part.key === undefined ? undefined : constant(part.key);
  const months = monthsOf(dimension);
  if (months) {
    const column = part.column(months.source);
    return column && monthAxis(column, months.span, context);
  }
  const column = part.column(isFieldDimension(dimension) ? dimension.field : dimension);
  if (!column) return undefined;
  if (isFieldDimension(dimension) && dimension.ages)
    return rangeAxis(column, dimension.ages, part.agesOn ?? context.today);
  if (column.kind === 'list') return listAxis(column);
  return plainAxis(column);
}

function constant(own: string): Axis {
  return { group: undefined, keys: () => [own], at: (key) => (key === own ? [...NOTHING] : null) };
}

function plainAxis({ ref, kind, isInstant }: PartColumn): Axis {
  if (kind === 'number') {
    return {
      group: sql`CAST(${ref} AS text)`,
      keys: (value) => [value === '' ? '' : String(Number(value))],
      at(key) {
        if (key === '') return [sql`${ref} IS NULL`];
        const number = Number(key);
        return Number.isFinite(number) ? [sql`${ref} = ${number}`] : null;
      },
    };
  }
  if (isInstant) return dayAxis({ ref, kind, isInstant });
  return { group: ref, isKey: true, keys: (value) => [value], at: (key) => [sql`${ref} = ${key}`] };
}

function dayAxis(column: PartColumn): Axis {
  return {
    group: dayGroup(column),
    keys: (value) => [dayOfGroup(value, column)],
    at: (key) => (key === '' ? [sql`${column.ref} = ''`] : betweenDays(column, key, key)),
  };
}

function listAxis({ ref }: PartColumn): Axis {
  return {
    group: ref,
    keys(value) {
      const keys = value.split('|').filter(Boolean);
      return keys.length === 0 ? [''] : keys;
    },
    at: (key) => [key === '' ? sql`${ref} = ''` : sql`${ref} LIKE ${`%|${likeText(key)}|%`} ESCAPE '\\'`],
  };
}

/**
 * Instants are grouped by ten minutes, which is exact for days in Kabul, 4:30 hours ahead of UTC. Days are grouped by the
 * column itself, whose index gives them in order.
 */
function dayGroup({ ref, isInstant, isDay }: PartColumn): RawBuilder<unknown> {
  if (isDay) return ref;
  return isInstant ? sql`substr(${ref}, 1, 15)` : sql`substr(${ref}, 1, 10)`;
}

/** Returns the day in Kabul of what `dayGroup` selects. Empty if there is none. */
export function dayOfGroup(value: string, { isInstant }: Pick<PartColumn, 'isInstant'>): string {
  if (!isInstant || value === '') return value.slice(0, 10);
  const at = Date.parse(`${value}0:00Z`);
  return Number.isNaN(at) ? '' : kabulDay(new Date(at));
}

function monthAxis(column: PartColumn, span: MonthSpan, { calendar }: ReportContext): Axis {
  return {
    group: dayGroup(column),
    keys: (value) => [monthKey(dayOfGroup(value, column), span, calendar)],
    at(key) {
      if (key === '') return [sql`${column.ref} = ''`];
      const bounds = monthBounds(key, span, calendar);
      return bounds ? betweenDays(column, bounds.from, bounds.to) : null;
    },
  };
}

function rangeAxis(column: PartColumn, bounds: readonly number[], on: string): Axis {
  const ranges = numberRangesOf(bounds);
  const { ref, kind } = column;
  const isNumber = kind === 'number';
  return {
    group: isNumber ? sql`CAST(${ref} AS text)` : dayGroup(column),
    keys(value) {
      if (value === '') return [''];
      const number = isNumber ? Number(value) : ageInDays(dayOfGroup(value, column), on);
      return [number === null ? '' : rangeKey(number, ranges)];
    },
    at(key) {
      if (key === '') return [isNumber ? sql`${ref} IS NULL` : sql`${ref} = ''`];
      const at = ranges.findIndex((range) => range.key === key);
      if (at < 0) return null;
      const below = at === 0 ? undefined : ranges[at - 1]?.to;
      const { to } = ranges[at] as (typeof ranges)[number];
      if (!isNumber)
        return betweenDays(
          column,
          to === undefined ? undefined : (addDays(on, -to) ?? undefined),
          below === undefined ? undefined : (addDays(on, -below - 1) ?? undefined),
        ).concat(sql`${ref} > ''`);
      return [
        sql`${ref} IS NOT NULL`,
        ...(below === undefined ? [] : [sql`${ref} > ${below}`]),
        ...(to === undefined ? [] : [sql`${ref} <= ${to}`]),
      ];
    },
  };
}

/** Returns the conditions of a cell. Throws `bad_filter` if its key can be none of the dimension. */
export function cellConditions(
  context: ReportContext,
  part: MeasurePart,
  shape: { by?: Dimension | undefined; across?: Dimension | undefined },
  key: { row?: string | undefined; across?: string | undefined },
): SqlCondition[] | null {
  const found: SqlCondition[] = [];
  for (const [dimension, chosen] of [
    [shape.by, key.row],
    [shape.across, key.across],
  ] as const) {
    if (chosen === undefined || dimension === undefined) continue;
    if (chosen.length > 250) throw badFilter('row');
    const at = axisOf(context, part, dimension).at(chosen);
    if (!at) return null;
    found.push(...at);
  }
  return found;
}
