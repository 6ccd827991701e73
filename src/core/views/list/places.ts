/** Provinces, districts and villages for selects. */
import { type Named, namedRow } from '../../api/names.ts';
import { Failure } from '../../errors/failure.ts';
import type { PlaceItem, PlaceLevel, Registry } from '../../records/registry.ts';
import { sortKey } from '../../text/fold.ts';
import type { Language } from '../../text/languages.ts';

/** Returns true if new records may name the place: it is neither retired nor a duplicate. */
export function isOffered({ retired_at, merged_into }: Pick<PlaceItem, 'retired_at' | 'merged_into'>): boolean {
  return !retired_at && !merged_into;
}

/** Returns places by their names in a language. */
export function namedPlaces<Place extends PlaceItem>(places: readonly Place[], language: Language): (Named & Place)[] {
  return places
    .map((place) => namedRow(place, language))
    .map((place) => ({ place, key: sortKey(place.name) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ place }) => place);
}

/** Returns the place that stands for one of this level. Throws `record_not_found` if there is none. */
export function placeOfLevel(
  { place, canonicalPlace }: Pick<Registry, 'place' | 'canonicalPlace'>,
  id: string,
  level: PlaceLevel,
): string {
  if (place(id)?.level !== level) throw new Failure('record_not_found');
  return canonicalPlace(id);
}
