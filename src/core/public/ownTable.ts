/**
 * A table of its own for a dimension with many values, for the whole country and by province. It counts records that other
 * published cells count too, so it must not lead to what those hide. Each number is made of its own count alone: rounded down to
 * a multiple of the threshold, nothing up to the threshold itself, and the same as before until its count has moved by the
 * threshold. Then, for each count of a few, another world must look the same (`hasOtherWorld`): one record of the province has
 * another value. The other tables do not know the value, so they are the same in that world, and nothing tells which it is.
 */
import { type Cell, keyOf } from './publish.ts';

/** Positions in the key of its cells. */
export const OWN = { programme: 0, province: 1, value: 2 } as const;

/** What was printed, and the exact count from which. */
type Printed = NonNullable<Cell['printed']>;

interface Figure {
  at: Cell['at'];
  held: number;
  /** What is kept of it while it is not shown. */
  last: Printed | undefined;
  printed: Printed;
  /** Zero: nothing is shown. */
  shown: number;
  /** True if it is not shown, however large it is. */
  isGivenUp: boolean;
}

/** The figures of one programme. Each row has all values. */
interface Grid {
  rows: Map<string, Figure>[];
  country: Map<string, Figure>;
  threshold: number;
}

/** Other published counts of the same records. */
export interface Others {
  /** By [programme, province], of today. */
  told: readonly Cell[];
  /** By [programme, province, value], from when they told the value apart themselves. */
  formerly: readonly Cell[];
}

/**
 * Returns the counts by [programme, province, value], and by [programme, null, value] for the whole country, which is a count of
 * its own and no rest. `counted` has the exact counts, `before` what was published last. A count of zero is not shown.
 */
export function publishOwnTable(
  counted: readonly Cell[],
  before: readonly Cell[],
  { told, formerly }: Others,
  threshold: number,
): Cell[] {
  const last = new Map(before.map(({ at, printed }) => [keyOf(at), printed]));
  const former = sumsWithCountry(formerly);
  const figureOf = (at: Cell['at'], held: number): Figure => {
    const repeated = former.get(keyOf(at));
    // What a former order told is repeated until the count has moved, since both could be compared.
    const before = repeated === undefined ? last.get(keyOf(at)) : { as: roundedDown(repeated, threshold), of: held };
    const printed = nextPrinted(held, before, threshold);
    return { at, held, last: before, printed, shown: held > threshold ? printed.as : 0, isGivenUp: false };
  };
  const exact = sumsWithCountry(counted);
  const heldAt = (at: Cell['at']) => figureOf(at, exact.get(keyOf(at)) ?? 0);
  const known = [...counted, ...before.filter(({ at }) => at[OWN.province] !== null)];
  const programmes = unique(known.map(({ at }) => at[OWN.programme] ?? ''));
  return programmes.flatMap((programme) => {
    const own = known.filter(({ at }) => at[OWN.programme] === programme);
    const values = unique(own.map(({ at }) => at[OWN.value] ?? ''));
    const rowOf = (province: string | null) =>
      new Map(values.map((value) => [value, heldAt([programme, province, value])]));
    const rows = unique(own.map(({ at }) => at[OWN.province] ?? '')).map(rowOf);
    const grid: Grid = { rows, country: rowOf(null), threshold };
    keepWithinOthers(
      grid,
      told.filter(({ at }) => at[OWN.programme] === programme),
    );
    giveUpWhatFollows(grid);
    return [grid.country, ...rows].flatMap((row) => [...row.values()].flatMap(cellOf));
  });
}

function cellOf({ at, shown, printed, last }: Figure): Cell[] {
  const kept = shown > 0 ? printed : last;
  return kept === undefined ? [] : [{ at, count: shown, printed: kept }];
}

/** The same as last until the count has moved by the threshold. */
function nextPrinted(held: number, last: Printed | undefined, threshold: number): Printed {
  if (last !== undefined && Math.abs(held - last.of) < threshold) return last;
  return { as: roundedDown(held, threshold), of: held };
}

function roundedDown(count: number, threshold: number): number {
  return count - (count % threshold);
}

/** Shows no more than the other cells tell: otherwise what those hide would be at least the difference. */
function keepWithinOthers({ rows, country, threshold }: Grid, told: readonly Cell[]): void {
  const keepWithin = (row: ReadonlyMap<string, Figure>, cells: readonly Cell[]) => {
    let left = cells.reduce((sum, { count }) => sum + count, 0);
    const largest = [...row.values()].filter(({ shown }) => shown > 0).sort(largestFirst);
    for (const figure of largest) {
      // The threshold is shown for more than it.
      const least = Math.max(figure.shown, threshold + 1);
      if (least > left) figure.shown = 0;
      else left -= least;
    }
  };
  for (const row of rows) {
    const [first] = row.values();
    keepWithin(
      row,
      told.filter(({ at }) => at[OWN.province] === first?.at[OWN.province]),
    );
  }
  keepWithin(country, told);
}

/** Ties go by the key, so that another order of what is counted shows the same. */
function largestFirst(a: Figure, b: Figure): number {
  return b.shown - a.shown || (keyOf(a.at) < keyOf(b.at) ? -1 : 1);
}

/** Giving up only makes more worlds look the same, so one round is enough. */
function giveUpWhatFollows({ rows, country, threshold }: Grid): void {
  for (const row of rows) {
    const few = [...row].filter(([, { held }]) => held > 0 && held < threshold).map(([value]) => value);
    const hidden = [...row].filter(([, { shown }]) => shown === 0).map(([value]) => value);
    const left = hidden.reduce((sum, value) => sum + (row.get(value)?.held ?? 0), 0);
    const grid = { row, country, threshold };
    const isOpen = () =>
      few.every((value) => hasOtherWorld(grid, [value])) &&
      (left === 0 || left >= threshold || hidden.length === row.size || hasOtherWorld(grid, hidden));
    if (isOpen()) continue;
    for (const [value, { held }] of row) if (held > 0) giveUp(country.get(value));
    if (isOpen()) continue;
    for (const figure of [...row.values(), ...country.values()]) giveUp(figure);
  }
}

function giveUp(figure: Figure | undefined): void {
  if (figure) Object.assign(figure, { shown: 0, isGivenUp: true });
}

/** Returns true if one record of the row could as well have another value, from these to others or back. */
function hasOtherWorld(
  { row, country, threshold }: { row: ReadonlyMap<string, Figure>; country: Grid['country']; threshold: number },
  values: readonly string[],
): boolean {
  const allows = (value: string, by: 1 | -1) =>
    looksTheSame(row.get(value), by, threshold) && looksTheSame(country.get(value), by, threshold);
  const others = [...row.keys()].filter((value) => !values.includes(value));
  return ([1, -1] as const).some(
    (by) => values.some((value) => allows(value, by)) && others.some((value) => allows(value, by === 1 ? -1 : 1)),
  );
}

/** Returns true if one more or less, today and when it was printed, is printed alike. */
function looksTheSame(figure: Figure | undefined, by: 1 | -1, threshold: number): boolean {
  if (!figure || figure.held + by < 0) return false;
  const { held, printed, isGivenUp } = figure;
  if (isGivenUp) return true;
  if (held > threshold !== held + by > threshold) return false;
  // What repeats a former order does not follow from the count.
  if (held <= threshold || roundedDown(printed.of, threshold) !== printed.as) return true;
  return roundedDown(printed.of + by, threshold) === printed.as;
}

/** Returns the sums by the key of each cell, and by the key that it has in the whole country. */
function sumsWithCountry(cells: readonly Cell[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { at, count } of cells)
    for (const key of [keyOf(at), keyOf([at[OWN.programme] ?? null, null, at[OWN.value] ?? null])])
      sums.set(key, (sums.get(key) ?? 0) + count);
  return sums;
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}
