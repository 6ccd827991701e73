/** Finds places by the folded words of their names. What it reads of each place is worked out once, and a device stores it. */

import { namedRow } from '../api/names.ts';
import { memoizeByObject } from '../memoize.ts';
import { PLACE_LEVELS, type PlaceItem, type PlaceLevel } from '../records/registry.ts';
import type { Language } from '../text/languages.ts';
import { foldText, sortKey } from '../text/letters.ts';
import { TextLines } from '../text/lines.ts';

/** What a search in one language reads of places, each named by its position among all. */
export interface PlaceIndex {
  /** Names, P-code and other spellings, folded, each after a tab. A place a line. */
  spellings: string;
  /** A digit for each place: its position in `PLACE_LEVELS`. */
  levels: string;
  /** The place above, -1 for none. */
  parents: readonly number[];
  /** All places but doubles, in the order of their names. */
  byName: readonly number[];
}

type Places<Found> = ReadonlyMap<string, Found>;

interface PlaceQuestion {
  language: Language;
  most: number;
  /** Only these. Empty for all. */
  levels?: readonly PlaceLevel[];
  /** Only these. `above` holds the ids of the place's district and province. */
  isAsked?: ((id: string, above: readonly string[]) => boolean) | undefined;
}

/** Returns the places whose names have all words, at most `most`, and how many there are. Names that start with the first word come first. */
export function findPlaces<Found extends PlaceItem>(
  places: Places<Found>,
  index: PlaceIndex,
  words: readonly string[],
  { language, most, levels = [], isAsked }: PlaceQuestion,
) {
  const ids = [...places.keys()];
  const { parents } = index;
  const spellings = linesOf(index);
  const has = spellings.having(words);
  const starts = spellings.having(words.slice(0, 1).map((word) => `\t${word}`));
  const wanted = levels.map((level) => String(PLACE_LEVELS.indexOf(level)));
  const aboveOf = (at: number): string[] => {
    const parent = parents[at] as number;
    return parent < 0 ? [] : [ids[parent] as string, ...aboveOf(parent)];
  };
  const starting: number[] = [];
  const others: number[] = [];
  let total = 0;
  for (const at of index.byName) {
    if (!has[at]) continue;
    if (wanted.length > 0 && !wanted.includes(index.levels[at] as string)) continue;
    if (isAsked && !isAsked(ids[at] as string, aboveOf(at))) continue;
    total += 1;
    const group = starts[at] ? starting : others;
    if (group.length < most) group.push(at);
  }
  const nameOf = (id: string) => namedRow(places.get(id) as Found, language).name;
  const data = [...starting, ...others].slice(0, most).map((at) => {
    const above = aboveOf(at);
    const row = namedRow(places.get(ids[at] as string) as Found, language);
    return { ...row, above, detail: above.map(nameOf).join(' · ') || null };
  });
  return { data, total };
}

const linesOf = memoizeByObject('spellings of places', ({ spellings }: PlaceIndex) => new TextLines(spellings));

/** Places whose names are read before something else may run: of 40,000, names take a second on a phone. */
const AT_ONCE = 200;

/** Waits with `pause` now and then, so that whoever uses the same thread is not held up. */
export async function indexPlaces(
  places: Places<PlaceItem>,
  language: Language,
  pause: () => Promise<unknown>,
): Promise<PlaceIndex> {
  const positions = new Map([...places.keys()].map((id, at) => [id, at]));
  const all = [...places.values()];
  const spellings: string[] = [];
  const keyed: { at: number; key: string }[] = [];
  for (const [at, place] of all.entries()) {
    const names = [place.name_en, place.name_fa, place.name_ps, place.pcode, ...(place.aliases ?? [])];
    const folded = new Set([...new Set(names)].map((name) => foldText(name ?? '')));
    spellings.push(Array.from(folded, (name) => name && `\t${name}`).join(''));
    // Equal names by id, so that device and server have them in the same order.
    const key = `${sortKey(namedRow(place, language).name)}\n${place.id}`;
    if (!place.merged_into) keyed.push({ at, key });
    if (at % AT_ONCE === 0) await pause();
  }
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
  return {
    spellings: TextLines.of(spellings).text,
    levels: all.map(({ level }) => PLACE_LEVELS.indexOf(level)).join(''),
    parents: all.map(({ parent_id }) => (parent_id === null ? -1 : (positions.get(parent_id) ?? -1))),
    byName: keyed.map(({ at }) => at),
  };
}
