/** Tables of the published cells, by one dimension each, for a choice of values. They add published cells and nothing else. */
import { getOwn } from '../getOwn.ts';
import type { Cell } from './publish.ts';

/** Chosen value by dimension. */
export type PublicFilters = Readonly<Record<string, string>>;

export interface PublicTable {
  dimension: string;
  /** Values with their sums, the largest first. An empty id stands for records without a value. */
  rows: { id: string; count: number }[];
  /** Sum of the cells that this dimension does not tell apart, because they are of too few records. */
  rest: number;
}

export interface PublicTables {
  total: number;
  tables: PublicTable[];
}

export function tabulate(dimensions: readonly string[], cells: readonly Cell[], filters: PublicFilters): PublicTables {
  const found = chosenCells(dimensions, cells, filters);
  const tables = dimensions.map((dimension, index) => tableOf(dimension, index, found));
  return { total: sum(found), tables };
}

function chosenCells(dimensions: readonly string[], cells: readonly Cell[], filters: PublicFilters): Cell[] {
  const asked = dimensions.flatMap((name, at) =>
    getOwn(filters, name) === undefined ? [] : [{ at, value: getOwn(filters, name) }],
  );
  return cells.filter((cell) => asked.every(({ at, value }) => cell.at[at] === value));
}

/** Returns true if something was published for these choices. A measure that does not know one of them shows nothing. */
export function hasSome(dimensions: readonly string[], cells: readonly Cell[], filters: PublicFilters): boolean {
  const isKnown = Object.keys(filters).every((name) => dimensions.includes(name));
  return isKnown && chosenCells(dimensions, cells, filters).length > 0;
}

function tableOf(dimension: string, index: number, cells: readonly Cell[]): PublicTable {
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
export function valuesOf(dimensions: readonly string[], cells: readonly Cell[], dimension: string): string[] {
  const index = dimensions.indexOf(dimension);
  return [...new Set(cells.flatMap(({ at }) => at[index] || []))];
}

function sum(cells: readonly Cell[]): number {
  return cells.reduce((total, { count }) => total + count, 0);
}
