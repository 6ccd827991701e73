/** Points of ratings in averages, of which “not applicable” has none. Apart from the types of fields, because a home needs no form. */
import { getOwn } from '../json.ts';

export const RATING_POINTS: Readonly<Record<string, number>> = { excellent: 4, good: 3, fair: 2, bad: 1 };

/** Points of the worst and of the best answer. */
export const RATING_BOUNDS = [
  Math.min(...Object.values(RATING_POINTS)),
  Math.max(...Object.values(RATING_POINTS)),
] as const;

/** Returns the points of an answer; undefined if it has none. */
export function ratingPointsOf(answer: unknown): number | undefined {
  return typeof answer === 'string' ? getOwn(RATING_POINTS, answer) : undefined;
}
