/** Finds places by the folded words of their names, in memory: there are some thousands, and all are loaded anyway. */

import { namedRow } from '../../../core/api/names.ts';
import { fold, sortKey } from '../../../core/text/fold.ts';
import type { Language } from '../../../core/text/languages.ts';
import type { Services } from '../../http/services.ts';
import type { Place } from '../../reference/places.ts';

interface PlaceQuestion {
  language: Language;
  most: number;
  /** `above` holds the ids of the place's district and province. */
  isAsked(place: Place, above: readonly string[]): boolean;
}

/** Returns the places whose names have all words, at most `most`, and how many there are. */
export function findPlaces(services: Services, words: readonly string[], { language, most, isAsked }: PlaceQuestion) {
  const found = folded(services).filter(
    ({ place, hay, above }) => !place.merged_into && isAsked(place, above) && words.every((word) => hay.includes(word)),
  );
  const data = ordered(found, words[0], language)
    .slice(0, most)
    .map((row) => ({ ...row, detail: row.above.map(nameIn(services, language)).join(' · ') || null }));
  return { data, total: found.length };
}

interface Folded {
  place: Place;
  hay: string;
  /** Its district and its province. */
  above: string[];
}

const known = new WeakMap<object, Folded[]>();

/** Returns every place with its folded spellings. Computed again when places change. */
function folded({ registry }: Services): Folded[] {
  const places = registry.places();
  let all = known.get(places);
  if (!all) {
    all = [...places.values()].map((place) => {
      const district = place.parent_id ? places.get(place.parent_id) : undefined;
      const names = [place.name_en, place.name_fa, place.name_ps, place.pcode, ...place.aliases];
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
function ordered(found: Folded[], first: string | undefined, language: Language) {
  const keyed = found.map(({ place, above }) => {
    const row = namedRow(place, language);
    const starts = first !== undefined && fold(row.name).startsWith(first);
    return { row: { ...row, above }, key: `${starts ? 0 : 1}${sortKey(row.name)}` };
  });
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return keyed.map(({ row }) => row);
}

function nameIn({ registry }: Services, language: Language) {
  return (id: string): string => {
    const place = registry.place(id);
    return place ? place[`name_${language}`] || place.name_en : id;
  };
}
