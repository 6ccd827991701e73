/**
 * Rows of a form by column. Of 20,000 records a page of a list reads the few columns that it filters, sorts and searches by.
 * The values of a column stand once, in their order, so that rows are sorted by the places of their values.
 */
import { compareCells, type Test } from './filter.ts';
import { compareWith, type Order, valuesOf } from './order.ts';
import type { ProjectionPlan } from './plan.ts';
import type { Cell, Cells } from './row.ts';
import type { Visible } from './visible.ts';

export interface PackedColumn {
  /** Without repetition, as lists sort them. */
  values: Cell[];
  /** Of each row the position of its value. */
  codes: number[];
}

/** A row of the columns, or one that was changed since they were made (`at` is -1). */
export interface ColumnRow {
  at: number;
  id: string;
  cells: Cells;
}

/** Packs rows whose values come in the order of `names`. */
export class ColumnPacker {
  readonly #names: readonly string[];
  readonly #columns: { positions: Map<Cell, number>; codes: number[] }[];

  constructor(names: readonly string[]) {
    this.#names = names;
    this.#columns = names.map(() => ({ positions: new Map<Cell, number>(), codes: [] as number[] }));
  }

  add(cells: readonly Cell[]): void {
    for (const [at, { positions, codes }] of this.#columns.entries()) {
      const cell = cells[at] ?? null;
      const position = positions.get(cell) ?? positions.size;
      positions.set(cell, position);
      codes.push(position);
    }
  }

  /** Yields one column after the other, since sorting the values of all at once would hold up a phone. */
  *columns(): Generator<[name: string, column: PackedColumn]> {
    for (const [at, { positions, codes }] of this.#columns.entries()) {
      const values = [...positions.keys()].sort(compareValues);
      const moved = new Array<number>(values.length);
      for (const [code, value] of values.entries()) moved[positions.get(value) as number] = code;
      yield [this.#names[at] as string, { values, codes: codes.map((code) => moved[code] as number) }];
    }
  }
}

function compareValues(a: Cell, b: Cell): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  return compareCells(a, b);
}

/** Makes rows whose cells read the columns that are there by then. Asking for another one is a mistake and throws. */
export function columnRows(columns: ReadonlyMap<string, PackedColumn>, plan: ProjectionPlan): ColumnRow[] {
  class RowCells {
    readonly row: number;
    constructor(row: number) {
      this.row = row;
    }
  }
  for (const { name } of [...plan.physical, { name: 'id' }])
    Object.defineProperty(RowCells.prototype, name, {
      get(this: RowCells) {
        const column = columns.get(name);
        if (!column) throw new Error(`the column ${name} was not read`);
        return column.values[column.codes[this.row] as number];
      },
    });
  const ids = columns.get('id');
  return (ids?.codes ?? []).map((code, at) => ({
    at,
    id: ids?.values[code] as string,
    cells: new RowCells(at) as unknown as Cells,
  }));
}

/** Returns the columns that a list reads of all rows. */
export function columnsRead(
  tests: readonly Test[],
  order: readonly Order[],
  { hasText, visible }: { hasText: boolean; visible: Visible | undefined },
): Set<string> {
  const read = new Set(['id', 'deleted', ...order.map(({ column }) => column)]);
  if (hasText) read.add('search_text');
  if (visible) {
    read.add('province_id');
    if (visible.createdBy !== undefined) read.add('created_by');
  }
  const add = (test: Test): void => {
    if (test.is === 'not') add(test.test);
    else if (test.is === 'any' || test.is === 'all') for (const one of test.tests) add(one);
    else read.add(test.column);
  };
  for (const test of tests) add(test);
  return read;
}

/** Sorts as lists do. Rows of the columns are compared by the places of their values, changed rows are put between them. */
export function sortColumns(
  columns: ReadonlyMap<string, PackedColumn>,
  rows: readonly ColumnRow[],
  order: readonly Order[],
): ColumnRow[] {
  const keys = order.map(({ column, descending }) => {
    const { codes } = columns.get(column) as PackedColumn;
    return { codes, direction: descending ? -1 : 1 };
  });
  const packed = rows.filter(({ at }) => at >= 0);
  packed.sort((a, b) => {
    for (const { codes, direction } of keys) {
      const difference = (codes[a.at] as number) - (codes[b.at] as number);
      if (difference !== 0) return difference * direction;
    }
    return 0;
  });
  const changed = rows.filter(({ at }) => at < 0);
  if (changed.length === 0) return packed;
  changed.sort((a, b) => compareWith(order, a.cells, valuesOf(order, b.cells)));
  return merged(packed, changed, order);
}

function merged(packed: readonly ColumnRow[], changed: readonly ColumnRow[], order: readonly Order[]): ColumnRow[] {
  const all: ColumnRow[] = [];
  let from = 0;
  for (const row of changed) {
    const values = valuesOf(order, row.cells);
    let [low, high] = [from, packed.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareWith(order, (packed[middle] as ColumnRow).cells, values) < 0) low = middle + 1;
      else high = middle;
    }
    for (let at = from; at < low; at += 1) all.push(packed[at] as ColumnRow);
    all.push(row);
    from = low;
  }
  for (let at = from; at < packed.length; at += 1) all.push(packed[at] as ColumnRow);
  return all;
}
