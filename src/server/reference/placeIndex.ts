/** What a search of places reads, worked out once for each language after each change of places. */
import { setImmediate } from 'node:timers/promises';
import { memoizeByWord } from '../../core/memoize.ts';
import { indexPlaces, type PlaceIndex } from '../../core/query/placeSearch.ts';
import type { Registry } from '../../core/records/registry.ts';
import type { Language } from '../../core/text/languages.ts';

/** The registry has a new map after each change of places. */
const indexOf = memoizeByWord('names of places', (places: ReturnType<Registry['places']>, language: Language) =>
  indexPlaces(places, language, setImmediate),
);

export function placeIndexOf({ places }: Pick<Registry, 'places'>, language: Language): Promise<PlaceIndex> {
  return indexOf(places(), language);
}
