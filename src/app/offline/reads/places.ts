/**
 * Places by column instead of one object each: 40,000 objects would take longer to read than everything else of an opening,
 * and most screens show some ten of them.
 */

import type { PlaceView } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';

/** Values of one key. `of` names a column with the same values; `sparse` holds those of the few rows that have the key. */
type Column = { all: unknown[] } | { of: string } | { one: unknown } | { sparse: [row: number, value: unknown][] };

export interface RowColumns {
  count: number;
  columns: Record<string, Column>;
}

/** Rows may lack keys. They are JSON: no value is undefined. */
export function packRows(rows: readonly object[]): RowColumns {
  const keys = new Set(rows.flatMap((row) => Object.keys(row)));
  const packed = new Map<string, { values: unknown[]; column: Column }>();
  for (const key of keys) {
    const values = rows.map((row) => getOwn(row as Record<string, unknown>, key));
    packed.set(key, { values, column: columnOf(values, packed) });
  }
  return { count: rows.length, columns: Object.fromEntries([...packed].map(([key, { column }]) => [key, column])) };
}

function columnOf(values: unknown[], before: ReadonlyMap<string, { values: unknown[]; column: Column }>): Column {
  if (values.includes(undefined))
    return { sparse: values.flatMap((value, at) => (value === undefined ? [] : [[at, value] as [number, unknown]])) };
  const [first] = values;
  const text = JSON.stringify(first);
  if (values.every((value) => value === first || (typeof value === 'object' && JSON.stringify(value) === text)))
    return { one: first };
  for (const [key, { values: others, column }] of before)
    if ('all' in column && values.every((value, at) => value === others[at])) return { of: key };
  return { all: values };
}

export interface LocalPlaces {
  places: ReadonlyMap<string, PlaceView>;
  /** Returns the places directly below one. */
  placesBelow(id: string): PlaceView[];
}

export function unpackPlaces({ count, columns }: RowColumns): LocalPlaces {
  const of = (key: string): ((row: number) => unknown) => {
    const column = getOwn(columns, key) as Column;
    if ('of' in column) return of(column.of);
    if ('all' in column) return (row) => column.all[row];
    if ('one' in column) return () => structuredClone(column.one);
    const values = new Map(column.sparse);
    return (row) => values.get(row);
  };
  const readers = Object.keys(columns).map((key) => [key, of(key)] as const);
  const rows = new Map<string, number>();
  for (let row = 0; row < count; row += 1) rows.set(of('id')(row) as string, row);
  const make = (row: number) => {
    const place: Record<string, unknown> = {};
    for (const [key, read] of readers) {
      const value = read(row);
      if (value !== undefined) place[key] = value;
    }
    return place as unknown as PlaceView;
  };
  const places = new LazyMap(rows, make);
  const below = new Map<unknown, string[]>();
  const group = () => {
    const parentOf = of('parent_id');
    for (const [id, row] of rows) {
      const siblings = below.get(parentOf(row));
      if (siblings) siblings.push(id);
      else below.set(parentOf(row), [id]);
    }
  };
  return {
    places,
    placesBelow(id) {
      if (below.size === 0) group();
      return (below.get(id) ?? []).flatMap((one) => places.get(one) ?? []);
    },
  };
}

/** Makes values when they are first asked for. */
class LazyMap<Value> implements ReadonlyMap<string, Value> {
  readonly #rows: ReadonlyMap<string, number>;
  readonly #make: (row: number) => Value;
  readonly #made: Value[] = [];

  constructor(rows: ReadonlyMap<string, number>, make: (row: number) => Value) {
    this.#rows = rows;
    this.#make = make;
  }

  get size(): number {
    return this.#rows.size;
  }

  has(key: string): boolean {
    return this.#rows.has(key);
  }

  get(key: string): Value | undefined {
    const row = this.#rows.get(key);
    return row === undefined ? undefined : this.#at(row);
  }

  #at(row: number): Value {
    this.#made[row] ??= this.#make(row);
    return this.#made[row] as Value;
  }

  keys(): MapIterator<string> {
    return this.#rows.keys();
  }

  *values(): MapIterator<Value> {
    for (const row of this.#rows.values()) yield this.#at(row);
  }

  *entries(): MapIterator<[string, Value]> {
    for (const [key, row] of this.#rows) yield [key, this.#at(row)];
  }

  [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.entries();
  }

  forEach(callback: (value: Value, key: string, map: ReadonlyMap<string, Value>) => void): void {
    for (const [key, value] of this) callback(value, key, this);
  }
}
