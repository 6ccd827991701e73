/** A judgement on the scale of all forms. Not yet rated is the absence of an answer, so nothing is filled in beforehand. */
import { RATING_POINTS } from '../../ratings.ts';
import type { FieldType } from '../fieldType.ts';
import { onScale } from './onScale.ts';

/** How the API writes not rated and not asked. */
export const NOT_RATED: ReadonlySet<unknown> = new Set([0, '0', 'NA', null, '']);

export const rating: FieldType = {
  ...onScale((constants) => constants.ratings),
  points: RATING_POINTS,
  coerce: (given) => (NOT_RATED.has(given) ? undefined : given),
  initial: () => undefined,
  sample: (random) => random.weighted({ excellent: 22, good: 40, fair: 24, bad: 10, na: 4 }),
};
