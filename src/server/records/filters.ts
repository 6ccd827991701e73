/** Turns the filters of a list into conditions on the typed columns of a projection. */
import { type RawBuilder, sql } from 'kysely';
import type { CompiledForm } from '../../core/definitions/types.ts';
import { badFilter, Failure } from '../../core/errors/failure.ts';
import { partOf } from '../../core/form/types/question.ts';
import { NO_NUMBER, type PlannedColumn } from '../../core/query/columns.ts';
import type { ProjectionPlan } from '../../core/query/plan.ts';
import { fold } from '../../core/text/fold.ts';
import type { Projector } from '../projections/projector.ts';
import type { Filter } from './types.ts';

export type SqlCondition = RawBuilder<unknown>;

/** Kabul time is UTC+04:30 all year. */
const KABUL = '+04:30';
const DAY = 86_400_000;

/** Writes a column into a condition, plainly or so that no index is used for it. */
export type Ref = (column: string) => RawBuilder<unknown>;

export function all(conditions: readonly SqlCondition[]): SqlCondition {
  return sql.join(conditions, sql` AND `);
}

/** Returns the projection of a form and its columns that are still being filled. Throws `unavailable` if all are. */
export function readyPlan(
  { projector }: { projector: Projector },
  { form }: CompiledForm,
): { plan: ProjectionPlan; pending: ReadonlySet<string> } {
  const plan = projector.plan(form);
  const pending = projector.pending(plan);
  if (pending.has('*')) throw new Failure('unavailable', { detail: `the list of ${form} is being prepared` });
  return { plan, pending };
}

/** Returns the column of a source. Throws `bad_filter` for an unknown one, `unavailable` while it is being filled. */
export function readyColumn(plan: ProjectionPlan, source: string, pending: ReadonlySet<string>): PlannedColumn {
  const column = plan.columns.get(source);
  if (!column) throw badFilter(source);
  if (pending.has(column.value))
    throw new Failure('unavailable', { detail: `the column of ${source} is still being filled` });
  return column;
}

/** Returns a filter's condition. Throws `bad_filter` for an unknown field, a wrong kind of value or an unfit operator. */
export function filterCondition(
  plan: ProjectionPlan,
  filter: Filter,
  pending: ReadonlySet<string>,
  ref: Ref = sql.ref,
): SqlCondition {
  const column = readyColumn(plan, filter.field, pending);
  const bad = () => badFilter(filter.field);
  const value = ref(column.value);
  switch (filter.op) {
    case 'empty': {
      const isEmpty = column.kind === 'number' ? sql`${value} IS NULL` : sql`${value} = ''`;
      return filter.value === false ? sql`NOT (${isEmpty})` : isEmpty;
    }
    case 'in': {
      const values = Array.isArray(filter.value) ? filter.value : [filter.value];
      if (values.length === 0) return sql`1 = 0`;
      if (column.kind === 'id' || column.kind === 'name')
        return sql`${value} IN (${sql.join(values.map((one) => word(one, bad)))})`;
      return sql`(${sql.join(
        values.map((one) => equals(column, one, bad, ref)),
        sql` OR `,
      )})`;
    }
    case 'eq':
      return equals(column, filter.value, bad, ref);
    case 'ne':
      return sql`NOT (${equals(column, filter.value, bad, ref)})`;
    case 'contains':
      return contains(column, filter.value, bad, ref);
    case 'not_contains':
      return sql`NOT (${contains(column, filter.value, bad, ref)})`;
    case 'gte':
    case 'lte':
      return bound(column, filter.op, filter.value, bad, ref);
    default:
      throw bad();
  }
}

function equals(column: PlannedColumn, given: unknown, bad: () => Failure, ref: Ref): SqlCondition {
  const value = ref(column.value);
  if (column.kind === 'number') return sql`${ref(column.sort)} = ${number(given, bad)}`;
  if (column.kind === 'list') return sql`${value} LIKE ${`%|${likeText(word(given, bad))}|%`} ESCAPE '\\'`;
  if (column.kind === 'words') return sql`${ref(column.fold as string)} = ${fold(word(given, bad))}`;
  const text = word(given, bad);
  if (isInstant(column) && isDay(text))
    return sql`(${value} >= ${startOf(text, 0, bad)} AND ${value} < ${startOf(text, 1, bad)})`;
  return sql`${value} = ${text}`;
}

function contains(column: PlannedColumn, given: unknown, bad: () => Failure, ref: Ref): SqlCondition {
  if (column.kind === 'list') return equals(column, given, bad, ref);
  if (column.kind === 'number') throw bad();
  const text = word(given, bad);
  const pattern = `%${likeText(column.fold ? fold(text) : text)}%`;
  return sql`${ref(column.fold ?? column.value)} LIKE ${pattern} ESCAPE '\\'`;
}

function bound(column: PlannedColumn, op: 'gte' | 'lte', given: unknown, bad: () => Failure, ref: Ref): SqlCondition {
  const order = ref(column.sort);
  if (column.kind === 'number') {
    const limit = number(given, bad);
    return op === 'gte' ? sql`${order} >= ${limit}` : sql`(${order} <= ${limit} AND ${order} > ${sql.lit(NO_NUMBER)})`;
  }
  if (column.kind !== 'day') throw bad();
  const text = word(given, bad);
  if (op === 'gte') return sql`${order} >= ${isInstant(column) && isDay(text) ? startOf(text, 0, bad) : text}`;
  const before = isInstant(column) && isDay(text) ? sql`${order} < ${startOf(text, 1, bad)}` : sql`${order} <= ${text}`;
  return sql`(${before} AND ${order} <> '')`;
}

/** Escapes a text so that LIKE takes it literally. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

function isInstant(column: PlannedColumn): boolean {
  return (
    column.value === 'created_at' ||
    column.value === 'updated_at' ||
    (column.field !== undefined && partOf(column.field, column.property) === 'instant')
  );
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}

function startOf(day: string, plus: number, bad: () => Failure): string {
  const at = Date.parse(`${day}T00:00:00${KABUL}`);
  if (Number.isNaN(at)) throw bad();
  return new Date(at + plus * DAY).toISOString();
}

function word(value: unknown, bad: () => Failure): string {
  if (typeof value === 'string') return value.replaceAll('\0', '');
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw bad();
}

function number(value: unknown, bad: () => Failure): number {
  const made =
    typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  if (!Number.isFinite(made)) throw bad();
  return made;
}
