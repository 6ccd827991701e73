/** Points of ratings in averages. “Not applicable” has none. The definitions check compares the constants with these. */
export const RATING_POINTS: Readonly<Record<string, number>> = { excellent: 4, good: 3, fair: 2, bad: 1 };
