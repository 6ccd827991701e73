/** What a search of places reads, worked out once after each change of places. */
import { setImmediate } from 'node:timers/promises';
import { indexPlaces, type PlaceIndex } from '../../core/query/placeSearch.ts';
import type { Registry } from '../../core/records/registry.ts';

/** The registry has a new map after each change of places. */
const known = new WeakMap<object, Promise<PlaceIndex>>();

export function placeIndexOf({ places }: Pick<Registry, 'places'>): Promise<PlaceIndex> {
  const index = known.get(places()) ?? indexPlaces(places(), setImmediate);
  known.set(places(), index);
  return index;
}
