/**
 * A table of its own for a dimension with many values, for the whole country and by province. It counts records that other
 * published cells count too, so an exact number here could be subtracted from those. Each number is its own count, changed by a
 * small number that is drawn by chance and told to nobody, and rounded to a multiple of the threshold. What was drawn stays until
 * the count has moved by the threshold, so that nobody learns more by asking again. Whatever is printed, on however many days, each
 * count that is hidden may have been another one: no table subtracted from another leaves a number for sure. The numbers are
 * differences of two geometric ones (the discrete Laplace mechanism of differential privacy, Ghosh, Roughgarden, Sundararajan 2009).
 */
import { type PublicCell, publicCellKey, sumCellsBy } from './publish.ts';

/** Positions in the key of its cells. */
export const KEY_POSITION = { programme: 0, province: 1, value: 2 } as const;

/** Each step away from the count is so much less likely than the one before: nine of ten numbers change by 3 or less. */
const RATIO = 0.5;

/** Multiples of the threshold that are shown: rounded to the threshold itself, most would be of less than the threshold. */
const LEAST = 2;

/** Returns the least number that is shown. */
export function leastShown(threshold: number): number {
  return LEAST * threshold;
}

export interface OwnTableRule {
  threshold: number;
  /** Returns a number above 0 and up to 1 by chance. */
  chance: () => number;
}

/**
 * Returns the counts by [programme, province, value], and by [programme, null, value] for the whole country, which is a number of
 * its own and no sum. `counted` has the exact counts, `before` what was published last. A count of zero is not shown.
 */
export function publishOwnTable(
  counted: readonly PublicCell[],
  before: readonly PublicCell[],
  rule: OwnTableRule,
): PublicCell[] {
  const last = new Map(before.map((cell) => [publicCellKey(cell.at), cell]));
  const country = sumCellsBy(counted, [KEY_POSITION.programme, KEY_POSITION.value]).map(
    ({ at: [programme = null, value = null], count }) => ({
      at: [programme, null, value],
      count,
    }),
  );
  const held = [...counted, ...country];
  const now = new Set(held.map(({ at }) => publicCellKey(at)));
  const gone = before.filter(({ at }) => !now.has(publicCellKey(at))).map(({ at }) => ({ at, count: 0 }));
  return [...held, ...gone].map(({ at, count }) => {
    const printed = nextPrinted(count, last.get(publicCellKey(at))?.printed, rule);
    return { at, count: printed.as >= leastShown(rule.threshold) ? printed.as : 0, printed };
  });
}

/** The same as last until the count has moved by the threshold. */
function nextPrinted(
  held: number,
  last: PublicCell['printed'],
  rule: OwnTableRule,
): NonNullable<PublicCell['printed']> {
  if (last && Math.abs(held - last.of) < rule.threshold) return last;
  const changed = held + geometric(rule) - geometric(rule);
  return { as: Math.max(0, Math.round(changed / rule.threshold) * rule.threshold), of: held };
}

function geometric({ chance }: OwnTableRule): number {
  return Math.floor(Math.log(chance()) / Math.log(RATIO));
}
