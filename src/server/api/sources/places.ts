/** Places of a level: `places:province`. */
import { isOffered, type Place } from '../../definitions/places.ts';
import type { Call } from '../call.ts';
import { type Named, namedRow } from '../names.ts';
import type { Source } from './answer.ts';

export const places: Source = (level, call): Named[] =>
  placesWhere(call, (place) => place.level === level && isOffered(place));

/** Places that a predicate keeps, as dropdown items. */
export function placesWhere(
  { rooms, language }: Pick<Call, 'rooms' | 'language'>,
  keep: (place: Place) => boolean,
): Named[] {
  return [...rooms.library.places().values()].filter(keep).map((place) => namedRow(place, language));
}
