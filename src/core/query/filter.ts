/**
 * Reads the filters of a list as tests on the columns of a row. The server writes them as SQL, a device applies them to rows
 * in memory, so both find the same records and refuse the same filters.
 */
import { badFilter, type Failure } from '../errors/failure.ts';
import type { Operator } from '../form/operators.ts';
import { propertyKindOf } from '../form/types/question.ts';
import { foldAnswer } from '../text/letters.ts';
import { NO_NUMBER, type PlannedColumn } from './columns.ts';
import type { ProjectionPlan } from './plan.ts';
import type { Cells } from './row.ts';

export interface Filter {
  /** Field, engine column or `parent.<field>`, as in definitions. */
  field: string;
  op: Operator;
  value: unknown;
}

/** A condition on the columns of a row. A column is null only if it is a number without an answer. */
export type ColumnTest =
  | { is: 'equal'; column: string; value: string | number | null }
  | { is: 'one of'; column: string; values: readonly string[] }
  /** The column contains the text. */
  | { is: 'contains'; column: string; text: string }
  | { is: 'compared'; column: string; by: '>' | '>=' | '<' | '<='; value: string | number }
  | { is: 'not'; test: ColumnTest }
  /** Without tests it is false. */
  | { is: 'any'; tests: ColumnTest[] }
  | { is: 'all'; tests: ColumnTest[] };

/** Kabul time is UTC+04:30 all year. */
const KABUL = '+04:30';
const DAY = 86_400_000;

/** Returns the column of a source. Throws `bad_filter` for an unknown one. */
export function columnOfSource(plan: ProjectionPlan, source: string): PlannedColumn {
  const column = plan.columns.get(source);
  if (!column) throw badFilter(source);
  return column;
}

/** Returns a filter's test. Throws `bad_filter` for an unknown field, a wrong kind of value or an unfit operator. */
export function readFilterTest(plan: ProjectionPlan, filter: Filter): ColumnTest {
  const column = columnOfSource(plan, filter.field);
  const bad = () => badFilter(filter.field);
  switch (filter.op) {
    case 'empty': {
      const isEmpty = equal(column.value, column.kind === 'number' ? null : '');
      return filter.value === false ? not(isEmpty) : isEmpty;
    }
    case 'in': {
      const values = Array.isArray(filter.value) ? filter.value : [filter.value];
      if (values.length > 0 && (column.kind === 'id' || column.kind === 'name'))
        return { is: 'one of', column: column.value, values: values.map((one) => word(one, bad)) };
      return { is: 'any', tests: values.map((one) => equals(column, one, bad)) };
    }
    case 'eq':
      return equals(column, filter.value, bad);
    case 'ne':
      return not(equals(column, filter.value, bad));
    case 'contains':
      return contains(column, filter.value, bad);
    case 'not_contains':
      return not(contains(column, filter.value, bad));
    case 'gte':
    case 'lte':
      return bound(column, filter.op, filter.value, bad);
    default:
      throw bad();
  }
}

/** Returns true if the row passes the test. */
export function passesTest(test: ColumnTest, cells: Cells): boolean {
  switch (test.is) {
    case 'equal':
      return cells[test.column] === test.value;
    case 'one of':
      return test.values.includes(cells[test.column] as string);
    case 'contains':
      return String(cells[test.column]).includes(test.text);
    case 'compared':
      return isOrdered(compareCells(cells[test.column] as string | number, test.value), test.by);
    case 'not':
      return !passesTest(test.test, cells);
    case 'any':
      return test.tests.some((one) => passesTest(one, cells));
    case 'all':
      return test.tests.every((one) => passesTest(one, cells));
  }
}

/** Compares texts by code points, as both databases do, and numbers. JavaScript itself compares UTF-16 units. */
export function compareCells(a: string | number, b: string | number): number {
  if (a === b) return 0;
  if (typeof a === 'string' && typeof b === 'string' && (SURROGATE.test(a) || SURROGATE.test(b))) return byPoints(a, b);
  return a < b ? -1 : 1;
}

const SURROGATE = /[\ud800-\udfff]/;

function byPoints(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  const at = left.findIndex((letter, index) => letter !== right[index]);
  if (at < 0) return -1;
  return (left[at]?.codePointAt(0) ?? -1) < (right[at]?.codePointAt(0) ?? -1) ? -1 : 1;
}

function isOrdered(order: number, by: '>' | '>=' | '<' | '<='): boolean {
  if (order === 0) return by.length === 2;
  return order > 0 === by.startsWith('>');
}

function equal(column: string, value: string | number | null): ColumnTest {
  return { is: 'equal', column, value };
}

function not(test: ColumnTest): ColumnTest {
  return { is: 'not', test };
}

function equals(column: PlannedColumn, given: unknown, bad: () => Failure): ColumnTest {
  const { value } = column;
  if (column.kind === 'number') return equal(column.sort, number(given, bad));
  if (column.kind === 'list') return { is: 'contains', column: value, text: `|${word(given, bad)}|` };
  if (column.kind === 'words') return equal(column.fold as string, foldAnswer(word(given, bad)));
  const text = word(given, bad);
  if (!isInstantColumn(column) || !isDay(text)) return equal(value, text);
  return {
    is: 'all',
    tests: [
      { is: 'compared', column: value, by: '>=', value: dayStartInstant(text, 0, bad) },
      { is: 'compared', column: value, by: '<', value: dayStartInstant(text, 1, bad) },
    ],
  };
}

function contains(column: PlannedColumn, given: unknown, bad: () => Failure): ColumnTest {
  if (column.kind === 'list') return equals(column, given, bad);
  if (column.kind === 'number') throw bad();
  const text = word(given, bad);
  return { is: 'contains', column: column.fold ?? column.value, text: column.fold ? foldAnswer(text) : text };
}

function bound(column: PlannedColumn, op: 'gte' | 'lte', given: unknown, bad: () => Failure): ColumnTest {
  const compared = (by: '>' | '>=' | '<' | '<=', value: string | number): ColumnTest => ({
    is: 'compared',
    column: column.sort,
    by,
    value,
  });
  if (column.kind === 'number') {
    const limit = number(given, bad);
    if (op === 'gte') return compared('>=', limit);
    return { is: 'all', tests: [compared('<=', limit), compared('>', NO_NUMBER)] };
  }
  if (column.kind !== 'day') throw bad();
  const text = word(given, bad);
  const isWholeDay = isInstantColumn(column) && isDay(text);
  if (op === 'gte') return compared('>=', isWholeDay ? dayStartInstant(text, 0, bad) : text);
  const before = isWholeDay ? compared('<', dayStartInstant(text, 1, bad)) : compared('<=', text);
  return { is: 'all', tests: [before, compared('>', '')] };
}

const INSTANTS: ReadonlySet<string> = new Set(['created_at', 'updated_at', 'started_at', 'captured_at']);

/** Returns true if the column holds UTC instants and not days. */
export function isInstantColumn(column: PlannedColumn): boolean {
  return (
    INSTANTS.has(column.value) ||
    (column.field !== undefined && propertyKindOf(column.field, column.property) === 'instant')
  );
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}

/** Returns the instant at which a day begins in Kabul, `plus` days later. */
export function dayStartInstant(day: string, plus: number, bad: () => Failure): string {
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
