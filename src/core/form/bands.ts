/** Labels for the ranges of a derived number. */
import type { Field } from '../definitions/types.ts';

export type NumberBand = NonNullable<Field['bands']>[number];

/** Returns the band of a number; undefined below the first band. */
export function bandOf({ bands }: Pick<Field, 'bands'>, value: number): NumberBand | undefined {
  return bands?.findLast((band) => band.from <= value);
}

/** Returns the bounds of a band of whole numbers, for filtering lists. `to` is absent for the last band. */
export function bandBounds({ bands }: Pick<Field, 'bands'>, band: NumberBand): { from: number; to?: number } {
  const next = bands?.[bands.indexOf(band) + 1];
  return { from: band.from, ...(next && { to: next.from - 1 }) };
}
