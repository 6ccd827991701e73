/** Finds places by the folded words of their names, in memory: there are some thousands, and all are loaded anyway. */

import { namedRow } from '../api/names.ts';
import type { PlaceItem, Registry } from '../records/registry.ts';
import { fold, sortKey } from '../text/fold.ts';
import type { Language } from '../text/languages.ts';

interface Places<Found> {
  place(id: string): Found | undefined;
  places(): ReadonlyMap<string, Found>;
}

interface PlaceQuestion<Found> {
  language: Language;
  most: number;
  /** `above` holds the ids of the place's district and province. */
  isAsked(place: Found, above: readonly string[]): boolean;
}

/** Returns the places whose names have all words, at most `most`, and how many there are. */
export function findPlaces<Found extends PlaceItem>(
  registry: Places<Found>,
  words: readonly string[],
  { language, most, isAsked }: PlaceQuestion<Found>,
) {
  const found = folded(registry).filter(
    ({ place, hay, above }) => !place.merged_into && isAsked(place, above) && words.every((word) => hay.includes(word)),
  );
  const data = ordered(found, words[0], language)
    .slice(0, most)
    .map((row) => ({ ...row, detail: row.above.map(nameIn(registry, language)).join(' · ') || null }));
  return { data, total: found.length };
}

interface Folded<Found> {
  place: Found;
  hay: string;
  /** Its district and its province. */
  above: string[];
}

const known = new WeakMap<object, Folded<PlaceItem>[]>();

/** Returns every place with its folded spellings. Computed again when places change. */
function folded<Found extends PlaceItem>(registry: Places<Found>): Folded<Found>[] {
  const places = registry.places();
  let all = known.get(places) as Folded<Found>[] | undefined;
  if (!all) {
    all = [...places.values()].map((place) => {
      const district = place.parent_id ? places.get(place.parent_id) : undefined;
      const names = [place.name_en, place.name_fa, place.name_ps, place.pcode, ...(place.aliases ?? [])];
      return {
        place,
        hay: fold(names.filter(Boolean).join(' ')),
        above: [place.parent_id, district?.parent_id].filter((id) => typeof id === 'string'),
      };
    });
    known.set(places, all);
  }
  return all;
}

/** Sorts names that start with the typed text first, then by name. Each row has the ids of the places above it. */
function ordered<Found extends PlaceItem>(found: Folded<Found>[], first: string | undefined, language: Language) {
  const keyed = found.map(({ place, above }) => {
    const row = namedRow(place, language);
    const starts = first !== undefined && fold(row.name).startsWith(first);
    return { row: { ...row, above }, key: `${starts ? 0 : 1}${sortKey(row.name)}` };
  });
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return keyed.map(({ row }) => row);
}

function nameIn(registry: Pick<Registry, 'place'>, language: Language) {
  return (id: string): string => {
    const place = registry.place(id);
    return place ? place[`name_${language}`] || place.name_en : id;
  };
}
