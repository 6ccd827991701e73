/** Lists rows in memory as the server lists them: filters, search, order and pages. */
import { searchWords } from '../text/fold.ts';
import { columnOf, compareCells, passes, readFilter, type Test } from './filter.ts';
import type { ListQuery } from './listQuery.ts';
import { compareWith, type Order, type OrderValues, orderOf, orderValues, valuesOf } from './order.ts';
import type { ProjectionPlan } from './plan.ts';
import type { Cells } from './row.ts';
import { isVisible, type Visible } from './visible.ts';

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
export function evaluate<Row extends MemoryRow>(
  plan: ProjectionPlan,
  rows: readonly Row[],
  query: MemoryQuery,
  visible?: Visible | null,
  by: RowAccess<Row> = OF_CELLS,
): MemoryPage<Row> {
  const order = orderOf(plan, query.sort);
  const found = visible === null ? [] : matching(plan, ordered(rows, order, by), query, visible, by);
  const total = Math.min(found.length, MOST_COUNTED);
  const page = query.after ? 1 : query.page;
  const from = query.after ? behind(found, order, readCursor(query.after)) : (page - 1) * query.per_page;
  const shown = found.slice(from, from + query.per_page);
  const last = shown.at(-1);
  return {
    rows: shown,
    per_page: query.per_page,
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / query.per_page)),
    total,
    capped: found.length > MOST_COUNTED,
    next_cursor: last && shown.length === query.per_page ? writeCursor(valuesOf(order, last.cells)) : null,
  };
}

/** Returns the rows that the query finds, in the order in which they are given. */
export function matching<Row extends MemoryRow>(
  plan: ProjectionPlan,
  rows: readonly Row[],
  { filters, text = '', parent_id, deleted = false }: Omit<MemoryQuery, 'sort' | 'page' | 'per_page'>,
  visible?: Visible,
  { search }: Pick<RowAccess<Row>, 'search'> = OF_CELLS,
): Row[] {
  const tests = testsOf(plan, { filters, ...(parent_id !== undefined && { parent_id }) });
  const words = searchWords(text);
  return (words.length > 0 ? search(rows, words) : rows).filter(
    ({ cells }) =>
      cells.deleted === (deleted ? 1 : 0) &&
      (!visible || isVisible(visible, cells)) &&
      tests.every((test) => passes(test, cells)),
  );
}

/** Returns what rows must pass besides the search. */
export function testsOf(
  plan: ProjectionPlan,
  { filters, parent_id }: Pick<MemoryQuery, 'filters' | 'parent_id'>,
): Test[] {
  const tests = filters.map((filter) => readFilter(plan, filter));
  if (parent_id) tests.unshift({ is: 'equal', column: columnOf(plan, 'parent_id').value, value: parent_id });
  return tests;
}

/** How rows are sorted and searched. */
export interface RowAccess<Row> {
  sort(rows: readonly Row[], order: readonly Order[]): Row[];
  /** Returns the rows whose texts have all words, in the order in which they are given. */
  search(rows: readonly Row[], words: readonly string[]): readonly Row[];
}

const OF_CELLS = { sort: sortByCells, search: searchCells };

/** Orders that rows were sorted by before. As long as the rows are the same, only one order is sorted anew. */
const sorted = new WeakMap<readonly MemoryRow[], Map<string, readonly MemoryRow[]>>();

/** Most orders that are remembered for the same rows. */
const MOST_ORDERS = 4;

function ordered<Row extends MemoryRow>(
  rows: readonly Row[],
  order: readonly Order[],
  { sort }: Pick<RowAccess<Row>, 'sort'>,
): readonly Row[] {
  const known = sorted.get(rows) ?? new Map<string, readonly MemoryRow[]>();
  sorted.set(rows, known);
  const key = JSON.stringify(order);
  let found = known.get(key) as readonly Row[] | undefined;
  if (!found) {
    found = sort(rows, order);
    const [oldest] = known.keys();
    if (known.size >= MOST_ORDERS && oldest !== undefined) known.delete(oldest);
  } else known.delete(key);
  known.set(key, found);
  return found;
}

function searchCells<Row extends MemoryRow>(rows: readonly Row[], words: readonly string[]): Row[] {
  return rows.filter(({ cells }) => words.every((word) => (cells.search_text as string).includes(word)));
}

function sortByCells<Row extends MemoryRow>(rows: readonly Row[], order: readonly Order[]): Row[] {
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
function behind(rows: readonly MemoryRow[], order: readonly Order[], read: unknown): number {
  const values = orderValues(read, order);
  const at = rows.findIndex(({ cells }) => compareWith(order, cells, values) > 0);
  return at < 0 ? rows.length : at;
}

/** Writes the values as hexadecimal numbers of four digits, because cursors may only have letters and digits. */
function writeCursor(values: OrderValues): string {
  const text = JSON.stringify(values);
  return Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0')).join('');
}

/** Returns undefined for what `writeCursor` did not write. */
function readCursor(text: string): unknown {
  const numbers = text.match(/[0-9a-f]{4}/g) ?? [];
  try {
    return JSON.parse(String.fromCharCode(...numbers.map((number) => Number.parseInt(number, 16))));
  } catch {
    return undefined;
  }
}
