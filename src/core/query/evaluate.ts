/** Lists rows in memory as the server lists them: filters, search, order and pages. */
import { getOrMake, memoizeByObject } from '../memoize.ts';
import { searchWords } from '../text/letters.ts';
import { SEARCH_COLUMN } from './columns.ts';
import { type ColumnTest, columnOfSource, compareCells, passesTest, readFilterTest } from './filter.ts';
import type { ListQuery } from './listQuery.ts';
import {
  type ColumnOrder,
  columnOrderOf,
  compareWithCursor,
  decodePageCursor,
  encodePageCursor,
  orderValuesOf,
  pageNumbers,
  type VisibleScope,
  visibleTest,
} from './pageRows.ts';
import type { ProjectionPlan } from './plan.ts';
import type { Cells } from './row.ts';

/** Counts stop here, and a list then only says that there are more. */
export const MOST_COUNTED = 10_000;

export type MemoryQuery = Omit<ListQuery, 'form' | 'columns'>;

/** A row with what it was made from. */
export interface MemoryRow {
  cells: Cells;
}

export interface MemoryPage<Row extends MemoryRow> {
  rows: Row[];
  per_page: number;
  current_page: number;
  last_page: number;
  total: number;
  /** True if there are more than `total`. */
  capped: boolean;
  next_cursor: string | null;
}

/** Returns the page that the query asks for. Throws `bad_filter` for whatever the server refuses. */
export function evaluateList<Row extends MemoryRow>(
  plan: ProjectionPlan,
  rows: readonly Row[],
  query: MemoryQuery,
  visible?: VisibleScope | null,
  by: RowAccess<Row> = OF_CELLS,
): MemoryPage<Row> {
  const order = columnOrderOf(plan, query.sort);
  const found = visible === null ? [] : filterRows(plan, ordered(rows, order, by), query, visible, by);
  const total = Math.min(found.length, MOST_COUNTED);
  const from = query.after ? behind(found, order, query.after) : (query.page - 1) * query.per_page;
  const shown = found.slice(from, from + query.per_page);
  const last = shown.at(-1);
  const isMore = query.after ? from + shown.length < found.length : shown.length === query.per_page;
  return {
    rows: shown,
    per_page: query.per_page,
    ...pageNumbers(query, total, shown.length, isMore),
    total,
    capped: found.length > MOST_COUNTED,
    next_cursor: last && isMore ? encodePageCursor(orderValuesOf(order, last.cells)) : null,
  };
}

/** Returns the rows that the query finds, in the order in which they are given. */
export function filterRows<Row extends MemoryRow>(
  plan: ProjectionPlan,
  rows: readonly Row[],
  { text = '', ...query }: Omit<MemoryQuery, 'sort' | 'page' | 'per_page'>,
  visible?: VisibleScope,
  { having }: Pick<RowAccess<Row>, 'having'> = OF_CELLS,
): Row[] {
  return having(rows, testsOf(plan, query, visible), searchWords(text));
}

/** Returns what rows must pass besides the search. */
export function testsOf(
  plan: ProjectionPlan,
  { filters, parent_id, deleted = false }: Pick<MemoryQuery, 'filters' | 'parent_id' | 'deleted'>,
  visible?: VisibleScope,
): ColumnTest[] {
  return [
    { is: 'equal', column: 'deleted', value: deleted ? 1 : 0 },
    ...(visible ? [visibleTest(visible)] : []),
    ...(parent_id ? [{ is: 'equal' as const, column: columnOfSource(plan, 'parent_id').value, value: parent_id }] : []),
    ...filters.map((filter) => readFilterTest(plan, filter)),
  ];
}

/** How rows are sorted and found. */
export interface RowAccess<Row> {
  sort(rows: readonly Row[], order: readonly ColumnOrder[]): Row[];
  /** Returns the rows that pass all tests and whose texts have all words, in the order in which they are given. */
  having(rows: readonly Row[], tests: readonly ColumnTest[], words: readonly string[]): Row[];
}

const OF_CELLS = {
  sort: sortByCells,
  having: <Row extends MemoryRow>(rows: readonly Row[], tests: readonly ColumnTest[], words: readonly string[]) =>
    rows.filter(({ cells }) => passesAll(cells, tests, words)),
};

/** Returns true if a row passes all tests and its text has all words. */
export function passesAll(cells: Cells, tests: readonly ColumnTest[], words: readonly string[]): boolean {
  return (
    tests.every((test) => passesTest(test, cells)) &&
    words.every((word) => (cells[SEARCH_COLUMN] as string).includes(word))
  );
}

/** Orders that rows were sorted by before. As long as the rows are the same, only one order is sorted anew. */
const sorted = memoizeByObject(undefined, (_rows: readonly MemoryRow[]) => new Map<string, readonly MemoryRow[]>());

/** Most orders that are remembered for the same rows. */
const MOST_ORDERS = 4;

function ordered<Row extends MemoryRow>(
  rows: readonly Row[],
  order: readonly ColumnOrder[],
  { sort }: Pick<RowAccess<Row>, 'sort'>,
): readonly Row[] {
  const known = sorted(rows);
  const key = JSON.stringify(order);
  const found = getOrMake('rows in an order', known, key, () => sort(rows, order)) as readonly Row[];
  // The newest stand last.
  known.delete(key);
  const [oldest] = known.keys();
  if (known.size >= MOST_ORDERS && oldest !== undefined) known.delete(oldest);
  known.set(key, found);
  return found;
}

function sortByCells<Row extends MemoryRow>(rows: readonly Row[], order: readonly ColumnOrder[]): Row[] {
  return [...rows].sort((a, b) => {
    for (const { column, descending } of order) {
      const [left, right] = [a.cells[column] as string | number, b.cells[column] as string | number];
      if (left === right) continue;
      return descending ? compareCells(right, left) : compareCells(left, right);
    }
    return 0;
  });
}

/** Returns the position of the first row behind the cursor. */
function behind(rows: readonly MemoryRow[], order: readonly ColumnOrder[], cursor: string): number {
  const values = decodePageCursor(cursor, order);
  const at = rows.findIndex(({ cells }) => compareWithCursor(order, cells, values) > 0);
  return at < 0 ? rows.length : at;
}
