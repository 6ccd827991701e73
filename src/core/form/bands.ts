/** Words for the ranges of a derived number. */
import type { Field } from '../definitions/types.ts';

export type Band = NonNullable<Field['bands']>[number];

/** The band a number falls into; none below the first one. */
export function bandOf({ bands }: Pick<Field, 'bands'>, value: number): Band | undefined {
  return bands?.findLast((band) => band.from <= value);
}

/** Bounds of a band of whole numbers, as a list is filtered by: from, and to where another one follows. */
export function boundsOf({ bands }: Pick<Field, 'bands'>, band: Band): { from: number; to?: number } {
  const next = bands?.[bands.indexOf(band) + 1];
  return { from: band.from, ...(next && { to: next.from - 1 }) };
}
