/**
 * Rows of one repeating answer that two people changed, put together: what only one of them touched is decided by itself,
 * cell by cell; where both touched the same, a row is chosen. Rows are the same by their id, else by content and place.
 */
import type { RecordData } from '../definitions/types.ts';
import { isBlank } from './blank.ts';

export type Side = 'mine' | 'theirs';
/** What a side did with a row, seen from what both began with. */
export type RowStep = 'kept' | 'added' | 'changed' | 'removed';

export interface MergedRow {
  /** Stable within one merge. */
  key: string;
  /** The row as it stands when this side is chosen; absent: there is no such row then. */
  mine?: RecordData;
  theirs?: RecordData;
  steps: Record<Side, RowStep>;
  /** true: both sides touched the same, and a person should look. */
  isConflict: boolean;
  /** true: both changed it in different cells; either side holds all of it. */
  isMerged: boolean;
  /** What stays unless somebody says otherwise. Never loses a row that one side worked on. */
  choice: Side;
}

interface Matched {
  base?: RecordData;
  mine?: RecordData;
  theirs?: RecordData;
}

/**
 * Every row of the three sides once, in the order in which they stay. Values that are no rows are left out, and so are
 * `derived` cells, which are worked out anew.
 */
export function mergeRows(base: unknown, mine: unknown, theirs: unknown, derived: readonly string[] = []): MergedRow[] {
  const said = (value: unknown) =>
    rowsIn(value).map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !derived.includes(name))));
  const rows = ordered(matchThree(said(base), said(mine), said(theirs)));
  return rows.map((row, index) => judge(row, String(index)));
}

/** The rows that stay; `choices` by key, else each row's own. */
export function resolveRows(rows: readonly MergedRow[], choices: Readonly<Record<string, Side>> = {}): RecordData[] {
  return rows.flatMap((row): RecordData[] => {
    const kept = row[choices[row.key] ?? row.choice];
    return kept ? [kept] : [];
  });
}

/** Rows on which the sides do not agree, or which one of them touched. */
export function touchedRows(rows: readonly MergedRow[]): MergedRow[] {
  return rows.filter(({ mine, theirs, isMerged }) => isMerged || !same(mine, theirs));
}

function judge({ base, mine, theirs }: Matched, key: string): MergedRow {
  const steps = { mine: stepOf(base, mine), theirs: stepOf(base, theirs) };
  const asTheyAre = { key, ...(mine && { mine }), ...(theirs && { theirs }), steps, isMerged: false };
  if (!mine || !theirs) {
    const touched: Side = mine ? 'mine' : 'theirs';
    const other: Side = mine ? 'theirs' : 'mine';
    // One removed what the other left alone: it goes. Whoever worked on it keeps it.
    const isConflict = steps[touched] === 'changed';
    return { ...asTheyAre, isConflict, choice: steps[touched] === 'kept' ? other : touched };
  }
  if (same(mine, theirs) || steps.mine === 'kept') return { ...asTheyAre, isConflict: false, choice: 'theirs' };
  if (steps.theirs === 'kept') return { ...asTheyAre, isConflict: false, choice: 'mine' };
  // Both worked on it: either side carries what the other one changed alone.
  const cells = [...new Set([...Object.keys(base ?? {}), ...Object.keys(mine), ...Object.keys(theirs)])];
  const sides: Record<Side, RecordData> = { mine: {}, theirs: {} };
  let isConflict = false;
  for (const name of cells) {
    const cell = mergeCell(base?.[name], mine[name], theirs[name]);
    isConflict ||= cell.isConflict;
    for (const side of ['mine', 'theirs'] as const) if (!isBlank(cell[side])) sides[side][name] = cell[side];
  }
  return { ...asTheyAre, ...sides, isConflict, isMerged: !isConflict, choice: 'mine' };
}

interface MergedCell {
  mine: unknown;
  theirs: unknown;
  isConflict: boolean;
}

function mergeCell(base: unknown, mine: unknown, theirs: unknown): MergedCell {
  const agreed = (value: unknown): MergedCell => ({ mine: value, theirs: value, isConflict: false });
  if (same(mine, theirs) || same(base, mine)) return agreed(theirs);
  if (same(base, theirs)) return agreed(mine);
  if (isRows(mine) && isRows(theirs) && (isRows(base) || isBlank(base))) {
    const rows = mergeRows(base, mine, theirs);
    if (!rows.some((row) => row.isConflict)) return agreed(resolveRows(rows));
  }
  if (isWords(mine) && isWords(theirs) && (isWords(base) || isBlank(base)))
    return agreed(mergeWords(base, mine, theirs));
  return { mine, theirs, isConflict: true };
}

/** Several ids: what either side took out goes, what either put in stays. */
function mergeWords(base: unknown, mine: readonly string[], theirs: readonly string[]): string[] {
  const before = isWords(base) ? base : [];
  const kept = before.filter((word) => mine.includes(word) && theirs.includes(word));
  const added = [...theirs, ...mine].filter((word) => !before.includes(word));
  return [...new Set([...kept, ...added])];
}

function stepOf(base: RecordData | undefined, side: RecordData | undefined): RowStep {
  if (!side) return base ? 'removed' : 'kept';
  if (!base) return 'added';
  return same(base, side) ? 'kept' : 'changed';
}

function matchThree(base: RecordData[], mine: RecordData[], theirs: RecordData[]) {
  const toMine = matchRows(base, mine);
  const toTheirs = matchRows(base, theirs);
  const rows: Matched[] = base.map((row, at) => {
    const [a, b] = [mine[toMine[at] ?? -1], theirs[toTheirs[at] ?? -1]];
    return { base: row, ...(a && { mine: a }), ...(b && { theirs: b }) };
  });
  const newMine = mine.filter((_row, at) => !toMine.includes(at));
  const newTheirs = theirs.filter((_row, at) => !toTheirs.includes(at));
  for (const row of newTheirs) {
    // Both put in the same row.
    const twin = newMine.findIndex((one) => (idOf(one) ?? text(one)) === (idOf(row) ?? text(row)));
    rows.push(twin < 0 ? { theirs: row } : { theirs: row, mine: newMine.splice(twin, 1)[0] as RecordData });
  }
  for (const row of newMine) rows.push({ mine: row });
  return { rows, base, mine, theirs };
}

/** For each row of `base` the place of its row in `side`, -1 when it is gone. Rows are the same by their id, else by content and place. */
export function matchRows(base: readonly RecordData[], side: readonly RecordData[]): number[] {
  const found = base.map((row) => {
    const id = idOf(row);
    return id === undefined ? -1 : side.findIndex((one) => idOf(one) === id);
  });
  const free = (at: number) => idOf(side[at] as RecordData) === undefined && !found.includes(at);
  const places = side.map((_row, at) => at);
  // The same content, in order.
  let from = 0;
  for (const [at, row] of base.entries()) {
    if (idOf(row) !== undefined) continue;
    const twin = places.find((place) => place >= from && free(place) && same(side[place], row));
    if (twin === undefined) continue;
    found[at] = twin;
    from = twin + 1;
  }
  // What lies between two of them, by place; of a different number only rows that share an answer.
  for (let at = 0; at < base.length; ) {
    if (found[at] !== -1 || idOf(base[at] as RecordData) !== undefined) {
      at += 1;
      continue;
    }
    let end = at;
    while (end < base.length && found[end] === -1 && idOf(base[end] as RecordData) === undefined) end += 1;
    const after = Math.max(-1, ...found.slice(0, at));
    const before = found.slice(end).find((place) => place >= 0) ?? side.length;
    const gap = places.filter((place) => place > after && place < before && free(place));
    const isEven = gap.length === end - at;
    for (; at < end; at += 1) {
      const next = gap.findIndex((place) => isEven || shares(base[at] as RecordData, side[place] as RecordData));
      if (next >= 0) found[at] = gap.splice(0, next + 1).at(-1) as number;
    }
  }
  return found;
}

/** The order of the side that moved rows, theirs when neither did; further rows stand behind the one they stood behind. */
function ordered({ rows, base, mine, theirs }: ReturnType<typeof matchThree>): Matched[] {
  const places = base.flatMap((_row, at) => {
    const row = rows[at];
    return row?.mine && row.theirs ? [mine.indexOf(row.mine)] : [];
  });
  const hasMoved = places.some((place, at) => at > 0 && place < (places[at - 1] as number));
  const [first, second]: [Side, Side] = hasMoved ? ['mine', 'theirs'] : ['theirs', 'mine'];
  const sides = { mine, theirs };
  const of = (side: Side, row: RecordData) => rows.find((one) => one[side] === row) as Matched;
  const order = sides[first].map((row) => of(first, row));
  let previous: Matched | undefined;
  for (const row of sides[second].map((one) => of(second, one))) {
    if (!order.includes(row)) {
      let at = previous ? order.indexOf(previous) + 1 : 0;
      // Behind what the other side put in at the same place.
      while (at < order.length && !order[at]?.base && !order[at]?.[second]) at += 1;
      order.splice(at, 0, row);
    }
    previous = row;
  }
  return order;
}

function rowsIn(value: unknown): RecordData[] {
  return isRows(value) ? value : [];
}

function isRows(value: unknown): value is RecordData[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'object' && one !== null);
}

function isWords(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function idOf(row: RecordData): string | undefined {
  return typeof row.id === 'string' && row.id !== '' ? row.id : undefined;
}

function shares(a: RecordData, b: RecordData): boolean {
  return Object.keys(a).some((name) => !isBlank(a[name]) && same(a[name], b[name]));
}

function same(a: unknown, b: unknown): boolean {
  return text(a) === text(b);
}

/** What it says, whatever the order of its names; empty answers say nothing. */
function text(value: unknown): string {
  if (isBlank(value)) return '';
  if (Array.isArray(value)) return `[${value.map(text).join(',')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const said = Object.entries(value as RecordData).filter(([, one]) => !isBlank(one));
  return `{${said
    .map(([name, one]) => `${JSON.stringify(name)}:${text(one)}`)
    .sort()
    .join(',')}}`;
}
