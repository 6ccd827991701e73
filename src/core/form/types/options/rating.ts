/**
 * A rating on the scale of all forms, and its points in averages, of which “not applicable” has none. “Not yet rated” means no
 * answer, so a new record has no default rating.
 */
import { cleanText } from '../../../text/letters.ts';
import { RATING_POINTS } from '../../ratingPoints.ts';
import type { FieldType } from '../fieldType.ts';
import { scaleTypeBase } from './onScale.ts';

/** Values with which the API says “not rated” or “not asked”. */
export const NOT_RATED_VALUES: ReadonlySet<unknown> = new Set([0, '0', 'NA', null, '']);

export const rating: FieldType = {
  icon: 'mood-smile',
  group: 'usual',

  ...scaleTypeBase((constants) => constants.ratings),
  points: RATING_POINTS,
  coerce: (given) => (NOT_RATED_VALUES.has(typeof given === 'string' ? cleanText(given) : given) ? undefined : given),
  initial: () => undefined,
  sample: (random) => random.weighted({ excellent: 22, good: 40, fair: 24, bad: 10, na: 4 }),
};
