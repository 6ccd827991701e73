/** What a search of places reads, worked out once for each language after each change of places. */
import { setImmediate } from 'node:timers/promises';
import { indexPlaces, type PlaceIndex } from '../../core/query/placeSearch.ts';
import type { Registry } from '../../core/records/registry.ts';
import type { Language } from '../../core/text/languages.ts';

/** The registry has a new map after each change of places. */
const known = new WeakMap<object, Map<Language, Promise<PlaceIndex>>>();

export function placeIndexOf({ places }: Pick<Registry, 'places'>, language: Language): Promise<PlaceIndex> {
  const all = places();
  const indexes = known.get(all) ?? new Map<Language, Promise<PlaceIndex>>();
  known.set(all, indexes);
  const index = indexes.get(language) ?? indexPlaces(all, language, setImmediate);
  indexes.set(language, index);
  return index;
}
