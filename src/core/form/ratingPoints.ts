/** Points of ratings in averages, of which “not applicable” has none. Without imports, because a home needs no form. */

export const RATING_POINTS: Readonly<Record<string, number>> = { excellent: 4, good: 3, fair: 2, bad: 1 };

/** Points of the worst and of the best answer. */
export const RATING_BOUNDS = [
  Math.min(...Object.values(RATING_POINTS)),
  Math.max(...Object.values(RATING_POINTS)),
] as const;
