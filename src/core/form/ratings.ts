/** Points of ratings in averages. “Not applicable” has none. The definitions check compares the constants with these. */
import { getOwn } from '../getOwn.ts';

export const RATING_POINTS: Readonly<Record<string, number>> = { excellent: 4, good: 3, fair: 2, bad: 1 };

/** Returns the points of an answer; undefined if it has none. */
export function pointsOf(answer: unknown): number | undefined {
  return typeof answer === 'string' ? getOwn(RATING_POINTS, answer) : undefined;
}
