/** Places of a level: `places:province`. */

import { type Named, namedRow } from '../../../core/api/names.ts';
import { isOffered, type Place } from '../../reference/places.ts';
import type { Call } from '../call.ts';
import type { Resolver } from './resolver.ts';

export const places: Resolver = (level, call): Named[] =>
  placesWhere(call, (place) => place.level === level && isOffered(place));

/** Returns the places that `keep` accepts, as dropdown items. */
export function placesWhere(
  { services, language }: Pick<Call, 'services' | 'language'>,
  keep: (place: Place) => boolean,
): Named[] {
  return [...services.registry.places().values()].filter(keep).map((place) => namedRow(place, language));
}
