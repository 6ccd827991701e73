/** Tables of the published cells, by one dimension each, for a choice of values. They add published cells and nothing else. */
import { getOwn } from '../json.ts';
import { KEY_POSITION } from './ownTable.ts';
import type { PublicCell } from './publish.ts';

const PROVINCE = 'province';

/** Chosen value by dimension. */
export type PublicFilters = Readonly<Record<string, string>>;

export interface PublicTable {
  dimension: string;
  /** Values with their sums, the largest first. An empty id stands for records without a value. */
  rows: { id: string; count: number }[];
  /** Sum of the cells that this dimension does not tell apart, because they are of too few records. */
  rest: number;
  /** Its numbers are those of a table of its own: changed by chance, and rounded. */
  rounded?: true;
}

export interface PublicTables {
  total: number;
  tables: PublicTable[];
}

export function tabulateCells(
  dimensions: readonly string[],
  cells: readonly PublicCell[],
  filters: PublicFilters,
): PublicTables {
  const found = chosenCells(dimensions, cells, filters);
  const tables = dimensions.map((dimension, index) => tableOf(dimension, index, found));
  return { total: sum(found), tables };
}

/** The cells of a table of its own: by programme, province (null: the whole country) and the values of the dimension. */
export interface OwnTable {
  dimension: string;
  cells: readonly PublicCell[];
  threshold: number;
}

/** Returns the tables with one of its own, which tells apart by programme and province only, also where one of its values is chosen. */
export function tabulateWithOwn(
  dimensions: readonly string[],
  cells: readonly PublicCell[],
  { dimension, cells: ownCells, threshold }: OwnTable,
  filters: PublicFilters,
): PublicTables {
  const by = ['programme', PROVINCE, dimension];
  const { [dimension]: value, ...others } = filters;
  const base = tabulateCells(dimensions, cells, others);
  const isTold = Object.keys(others).every((name) => by.includes(name));
  const chosen = isTold ? chosenCells(by, ownCells, filters) : [];
  const isOfProvince = getOwn(filters, PROVINCE) !== undefined;
  const whole = chosen.filter(({ at }) => (at[KEY_POSITION.province] === null) !== isOfProvince);
  const total = value === undefined ? base.total : sum(whole);
  const table = (name: string, of: readonly PublicCell[]) => {
    const { rows } = tableOf(name, by.indexOf(name), of);
    const rest = Math.max(0, total - rows.reduce((all, { count }) => all + count, 0));
    return { dimension: name, rows, rest: rest - (rest % threshold), rounded: true as const };
  };
  const own = table(dimension, whole);
  if (value === undefined) return { total, tables: [...base.tables, own] };
  const told = (name: string) => {
    if (!by.includes(name)) return { dimension: name, rows: [], rest: total };
    return table(name, name === PROVINCE ? chosen.filter(({ at }) => at[KEY_POSITION.province] !== null) : whole);
  };
  return { total, tables: [...dimensions.map(told), own] };
}

function chosenCells(
  dimensions: readonly string[],
  cells: readonly PublicCell[],
  filters: PublicFilters,
): PublicCell[] {
  const asked = dimensions.flatMap((name, at) =>
    getOwn(filters, name) === undefined ? [] : [{ at, value: getOwn(filters, name) }],
  );
  return cells.filter((cell) => asked.every(({ at, value }) => cell.at[at] === value));
}

/** Returns true if something was published for these choices. A measure that does not know one of them shows nothing. */
export function isPublished(
  dimensions: readonly string[],
  cells: readonly PublicCell[],
  filters: PublicFilters,
): boolean {
  const isKnown = Object.keys(filters).every((name) => dimensions.includes(name));
  return isKnown && chosenCells(dimensions, cells, filters).length > 0;
}

function tableOf(dimension: string, index: number, cells: readonly PublicCell[]): PublicTable {
  const counts = new Map<string, number>();
  let rest = 0;
  for (const { at, count } of cells) {
    const id = at[index];
    if (id === null || id === undefined) rest += count;
    else counts.set(id, (counts.get(id) ?? 0) + count);
  }
  const rows = [...counts].map(([id, count]) => ({ id, count }));
  rows.sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1));
  return { dimension, rows, rest };
}

/** Returns the values of a dimension that the published cells have. */
export function dimensionValues(
  dimensions: readonly string[],
  cells: readonly PublicCell[],
  dimension: string,
): string[] {
  const index = dimensions.indexOf(dimension);
  return [...new Set(cells.flatMap(({ at }) => at[index] || []))];
}

function sum(cells: readonly PublicCell[]): number {
  return cells.reduce((total, { count }) => total + count, 0);
}
