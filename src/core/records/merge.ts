/**
 * Merges a table answer edited by two people. Cells changed by one person merge automatically; if both changed the same
 * cell, the user chooses a row. Rows match by id, then by content and position.
 */

import type { RecordData } from '../definitions/types.ts';
import { getOwn } from '../json.ts';
import { isBlank } from '../text/letters.ts';

export type MergeSide = 'mine' | 'theirs';
/** What one side did with a row, compared with the common base. */
export type RowChangeKind = 'kept' | 'added' | 'changed' | 'removed';

export interface MergedRow {
  /** Unique and stable within one merge. */
  key: string;
  /** Row to keep if this side is chosen. Absent if this side has no such row. */
  mine?: RecordData;
  theirs?: RecordData;
  steps: Record<MergeSide, RowChangeKind>;
  /** True if both sides changed the same cell and the user must choose. */
  isConflict: boolean;
  /** True if the sides changed different cells. `mine` and `theirs` then both hold the merged row. */
  isMerged: boolean;
  /** Side used unless the user chooses. The default never loses a row that one side added or changed. */
  choice: MergeSide;
}

interface Matched {
  base?: RecordData;
  mine?: RecordData;
  theirs?: RecordData;
}

/**
 * Returns every row of both sides once, in the merged order. Rows that both sides removed are left out. A value that is not
 * a list of rows counts as an empty table. `derived` cells are dropped, because they are recalculated.
 */
export function mergeRows(base: unknown, mine: unknown, theirs: unknown, derived: readonly string[] = []): MergedRow[] {
  const said = (value: unknown) =>
    rowsIn(value).map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !derived.includes(name))));
  const rows = ordered(matchThree(said(base), said(mine), said(theirs)));
  return rows.map((row, index) => judge(row, String(index)));
}

/** Returns the rows to keep. `choices` maps row keys to sides; other rows use their own `choice`. */
export function resolveRows(
  rows: readonly MergedRow[],
  choices: Readonly<Record<string, MergeSide>> = {},
): RecordData[] {
  return rows.flatMap((row): RecordData[] => {
    const kept = row[getOwn(choices, row.key) ?? row.choice];
    return kept ? [kept] : [];
  });
}

/** Returns the rows that were merged or that differ between the sides. */
export function differingRows(rows: readonly MergedRow[]): MergedRow[] {
  return rows.filter(({ mine, theirs, isMerged }) => isMerged || !equalAnswers(mine, theirs));
}

function judge({ base, mine, theirs }: Matched, key: string): MergedRow {
  const steps = { mine: stepOf(base, mine), theirs: stepOf(base, theirs) };
  const asTheyAre = { key, ...(mine && { mine }), ...(theirs && { theirs }), steps, isMerged: false };
  if (!mine || !theirs) {
    const touched: MergeSide = mine ? 'mine' : 'theirs';
    const other: MergeSide = mine ? 'theirs' : 'mine';
    // One side removed the row. Remove it unless the other side changed it; then keep it as a conflict.
    const isConflict = steps[touched] === 'changed';
    return { ...asTheyAre, isConflict, choice: steps[touched] === 'kept' ? other : touched };
  }
  if (equalAnswers(mine, theirs) || steps.mine === 'kept') return { ...asTheyAre, isConflict: false, choice: 'theirs' };
  if (steps.theirs === 'kept') return { ...asTheyAre, isConflict: false, choice: 'mine' };
  // Both sides changed the row. Copy what only one side changed into both.
  const cells = [...new Set([...Object.keys(base ?? {}), ...Object.keys(mine), ...Object.keys(theirs)])];
  const sides: Record<MergeSide, RecordData> = { mine: {}, theirs: {} };
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
  if (equalAnswers(mine, theirs) || equalAnswers(base, mine)) return agreed(theirs);
  if (equalAnswers(base, theirs)) return agreed(mine);
  if (isRows(mine) && isRows(theirs) && (isRows(base) || isBlank(base))) {
    const rows = mergeRows(base, mine, theirs);
    if (!rows.some((row) => row.isConflict)) return agreed(resolveRows(rows));
  }
  if (isWords(mine) && isWords(theirs) && (isWords(base) || isBlank(base)))
    return agreed(mergeIdLists(base, mine, theirs));
  return { mine, theirs, isConflict: true };
}

/** Merges lists of ids: removes what either side removed and keeps what either side added. */
export function mergeIdLists(base: unknown, mine: readonly string[], theirs: readonly string[]): string[] {
  const before = isWords(base) ? base : [];
  const kept = before.filter((word) => mine.includes(word) && theirs.includes(word));
  const added = [...theirs, ...mine].filter((word) => !before.includes(word));
  return [...new Set([...kept, ...added])];
}

function stepOf(base: RecordData | undefined, side: RecordData | undefined): RowChangeKind {
  if (!side) return base ? 'removed' : 'kept';
  if (!base) return 'added';
  return equalAnswers(base, side) ? 'kept' : 'changed';
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
    // Both sides added the same row.
    const twin = newMine.findIndex((one) => (idOf(one) ?? text(one)) === (idOf(row) ?? text(row)));
    rows.push(twin < 0 ? { theirs: row } : { theirs: row, mine: newMine.splice(twin, 1)[0] as RecordData });
  }
  for (const row of newMine) rows.push({ mine: row });
  return { rows, base, mine, theirs };
}

/** Returns the index in `side` of each row of `base`, -1 if it is gone. Rows match by id, then by content and position. */
export function matchRows(base: readonly RecordData[], side: readonly RecordData[]): number[] {
  const found = base.map((row) => {
    const id = idOf(row);
    return id === undefined ? -1 : side.findIndex((one) => idOf(one) === id);
  });
  const free = (at: number) => idOf(side[at] as RecordData) === undefined && !found.includes(at);
  const places = side.map((_row, at) => at);
  // Match rows without an id by equal content, in order.
  let from = 0;
  for (const [at, row] of base.entries()) {
    if (idOf(row) !== undefined) continue;
    const twin = places.find((place) => place >= from && free(place) && equalAnswers(side[place], row));
    if (twin === undefined) continue;
    found[at] = twin;
    from = twin + 1;
  }
  // Match the rows between two matches by position. If the counts differ, match only rows that share an answer.
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

/** Orders rows as in `mine` if it moved rows, else as in `theirs`. Other rows follow the row they followed on their side. */
function ordered({ rows, base, mine, theirs }: ReturnType<typeof matchThree>): Matched[] {
  const places = base.flatMap((_row, at) => {
    const row = rows[at];
    return row?.mine && row.theirs ? [mine.indexOf(row.mine)] : [];
  });
  const hasMoved = places.some((place, at) => at > 0 && place < (places[at - 1] as number));
  const [first, second]: [MergeSide, MergeSide] = hasMoved ? ['mine', 'theirs'] : ['theirs', 'mine'];
  const sides = { mine, theirs };
  const of = (side: MergeSide, row: RecordData) => rows.find((one) => one[side] === row) as Matched;
  const order = sides[first].map((row) => of(first, row));
  let previous: Matched | undefined;
  for (const row of sides[second].map((one) => of(second, one))) {
    if (!order.includes(row)) {
      let at = previous ? order.indexOf(previous) + 1 : 0;
      // Insert after the rows that the other side added at the same position.
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
  return Object.keys(a).some((name) => !isBlank(a[name]) && equalAnswers(a[name], b[name]));
}

/** Returns true for equal values. Blank values are equal, and the order of keys does not count. */
export function equalAnswers(a: unknown, b: unknown): boolean {
  return text(a) === text(b);
}

/** Returns a text that is equal for equal values. It ignores the order of keys and blank values. */
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
