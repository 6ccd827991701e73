/** Places of a level: `places:province`. */

import { type Named, namedRow } from '../../../core/api/names.ts';
import { isOffered } from '../../../core/views/list/places.ts';
import type { Resolver } from './resolver.ts';

export const places: Resolver = (level, { services, language }): Named[] =>
  [...services.registry.places().values()]
    .filter((place) => place.level === level && isOffered(place))
    .map((place) => namedRow(place, language));
