/**
 * Publishes counts without telling anything about a few. Every record is counted in at most one published cell, so figures of
 * a page are sums of separate cells, and no two of them differ by a hidden one. A cell under the threshold is added, with
 * others like it, to a coarser cell (without the problem type, then without the organisation, and so on). From one day to the
 * next a cell changes by nothing or by the threshold or more; what is left waits in the coarser cell.
 */

/** Values by dimension, in the order of the dimensions. Null: this cell is not told apart by that dimension. */
export type CellKey = readonly (string | null)[];

export interface PublicCell {
  at: CellKey;
  count: number;
  /** What is printed instead of the exact count `of`, until that has moved by the threshold. It is kept while nothing is shown. */
  printed?: { as: number; of: number };
}

export interface PublishRule {
  /** Least count that is published. */
  threshold: number;
  /** Positions of the dimensions that coarser cells leave out, in that order, one more at each level. */
  drop: readonly number[];
  /**
   * The last counts are sums of those by other dimensions. They are printed again, because an exact count of the same records could
   * be subtracted from what those told.
   */
  isReordered?: boolean;
}

/** A coarser cell combines at least this many hidden cells, so that none of them follows from the sum. */
const LEAST_PARTS = 3;

/** What a cell holds and does not publish, less than the threshold; negative where it publishes more than it holds. */
interface Rest {
  at: CellKey;
  left: number;
}

/**
 * Returns the cells to publish. `counted` has the exact counts of the finest cells, `before` what was published last.
 * The sum of all published cells differs from the exact total by what is too little even for the coarsest cell.
 */
export function publishCells(
  counted: readonly PublicCell[],
  before: readonly PublicCell[],
  rule: PublishRule,
): PublicCell[] {
  const shown = new Map(before.map((cell) => [publicCellKey(cell.at), cell]));
  const levels = rule.drop.map((_, at) => new Set(rule.drop.slice(0, at)));
  levels.push(new Set(rule.drop));
  // Coarser cells that are none today were of another order.
  const isReordered = rule.isReordered || before.some(({ at }) => !levels.some((level) => isAtLevel(at, level)));
  const published: PublicCell[] = [];
  let rests: Rest[] = counted.map(({ at, count }) => ({ at, left: count }));
  for (const [level, dropped] of levels.entries()) {
    const cells = groupRests(rests, dropped);
    // A cell that was published and holds nothing now may have to go.
    for (const { at } of before) if (isAtLevel(at, dropped)) partsOf(cells, at);
    rests = [];
    for (const { at, parts } of cells.values()) {
      const held = parts.reduce((sum, part) => sum + part, 0);
      const known = shown.get(publicCellKey(at));
      const printed = isReordered ? { as: known?.count ?? 0, of: held } : stillPrinted(held, known, rule);
      if (printed) {
        published.push({ at, count: printed.as, printed });
        if (held !== printed.of) rests.push({ at, left: held - printed.of });
        continue;
      }
      const last = known?.printed ? 0 : (known?.count ?? 0);
      const count = nextCount(held, last, level === 0 || isSafeSum(held, parts.length, rule), rule);
      if (count > 0) published.push({ at, count });
      // Who knows the last count knows nearly what a withdrawn cell still holds, and of an unsafe sum follow its parts: they
      // are left out, so that the parts of the next level are small again.
      const isLeftOut = count === 0 && (last > 0 || held >= rule.threshold);
      if (!isLeftOut && held !== count) rests.push({ at, left: held - count });
    }
  }
  return published;
}

/** Returns what is printed instead of the exact count until that has moved. */
function stillPrinted(held: number, known: PublicCell | undefined, { threshold }: PublishRule): PublicCell['printed'] {
  return known?.printed && Math.abs(held - known.printed.of) < threshold ? known.printed : undefined;
}

/**
 * Returns the count to publish: the same as before unless it is away by the threshold or more. A cell is withdrawn one below
 * that, because at the threshold itself it would be known to hold nothing.
 */
function nextCount(held: number, before: number, isSafe: boolean, { threshold }: PublishRule): number {
  const isShown = isSafe && held >= threshold;
  if (isShown) return Math.abs(held - before) < threshold ? before : held;
  return isSafe && before - held < threshold - 1 ? before : 0;
}

/** Returns true if each part of the sum could be any number that is hidden. */
function isSafeSum(sum: number, parts: number, { threshold }: PublishRule): boolean {
  return parts >= LEAST_PARTS && sum <= (threshold - 1) * (parts - 1);
}

/** What finer cells leave, by cell. */
type Groups = Map<string, { at: CellKey; parts: number[] }>;

function groupRests(rests: readonly Rest[], dropped: ReadonlySet<number>): Groups {
  const groups: Groups = new Map();
  for (const rest of rests) {
    if (rest.left === 0) continue;
    const at = rest.at.map((value, index) => (dropped.has(index) ? null : value));
    partsOf(groups, at).push(rest.left);
  }
  return groups;
}

function partsOf(groups: Groups, at: CellKey): number[] {
  const key = publicCellKey(at);
  const group = groups.get(key) ?? { at, parts: [] };
  groups.set(key, group);
  return group.parts;
}

/** Returns true if the cell leaves out just these dimensions. */
function isAtLevel(at: CellKey, dropped: ReadonlySet<number>): boolean {
  return at.every((value, index) => (value === null) === dropped.has(index));
}

/** Returns the sums by the values at these positions, in their order. */
export function sumCellsBy(cells: readonly PublicCell[], positions: readonly number[]): PublicCell[] {
  const sums = new Map<string, PublicCell>();
  for (const cell of cells) {
    const at = positions.map((position) => cell.at[position] ?? null);
    sums.set(publicCellKey(at), { at, count: (sums.get(publicCellKey(at))?.count ?? 0) + cell.count });
  }
  return [...sums.values()];
}

export function publicCellKey(at: CellKey): string {
  return JSON.stringify(at);
}
