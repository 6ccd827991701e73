/**
 * What a person looks for by a few letters: records of every form by name and code, problems by code, and places. Everything is
 * within what the person may see.
 */
import { namedItem, namedPlainly } from '../../api/names.ts';
import { problemType } from '../../api/problems.ts';
import { badFilter } from '../../errors/failure.ts';
import type { FindResponse, FoundByName } from '../../generated/api.ts';
import { problemCode, problemNumber } from '../../problems/code.ts';
import { byNameRank } from '../../query/byName.ts';
import { findPlaces } from '../../query/placeSearch.ts';
import { seesSomePlaces, visiblePlaces } from '../../records/permission.ts';
import type { PlaceLevel } from '../../records/registry.ts';
import { searchWords } from '../../text/letters.ts';
import type { NameMatch, Reads } from '../reads.ts';

const FEWEST_LETTERS = 2;
/** Most records of one form, most forms with records, most places, most problems. */
const MOST = { records: 4, forms: 8, places: 5, problems: 8 };
const PLACES_SHOWN = 30;

/** Returns the folded words. Throws `bad_filter` if they are too few. */
export function parseSearchWords(typed: unknown): string[] {
  if (typeof typed !== 'string') throw badFilter('q');
  const words = searchWords(typed);
  if ([...words.join('')].length < FEWEST_LETTERS) throw badFilter('q');
  return words;
}

/** Returns all but accounts, which only the server has. */
export async function searchView(
  reads: Reads,
  words: readonly string[],
  isGone?: () => boolean,
): Promise<Omit<FindResponse, 'accounts'>> {
  const { registry, actor } = reads;
  const { permissions } = registry.common();
  const forms = registry
    .forms()
    // Entries of a log have the names of the records they are about.
    .filter((form) => form.definition.kind !== 'log' && seesSomePlaces(visiblePlaces(actor, form, permissions)));
  const all = await reads.findByName({ forms, words, most: MOST.records, isGone });
  const found = all.sort(byNameRank).slice(0, MOST.forms);
  return {
    records: found.flatMap(({ form, rows }) => rows.map((row) => shown(reads, { ...row, form: form.form }))),
    more: found.filter(({ hasMore }) => hasMore).map(({ form }) => form.form),
    problems: await problemsByCode(reads, words),
    places: await ownPlaces(reads, words),
  };
}

function shown(
  { registry, language }: Reads,
  { form, id, name, code, province_id }: NameMatch & { form: string },
): FoundByName {
  const province = registry.place(province_id ?? '');
  return { form, id, name, code: code || null, province: province ? namedItem(province, language) : null };
}

/** Returns the problems whose code is one of the words, at sites that have the other words. */
async function problemsByCode(reads: Reads, words: readonly string[]): Promise<FindResponse['problems']> {
  const at = words.findIndex((word) => problemNumber(word) !== undefined);
  const number = problemNumber(words[at] ?? '');
  if (number === undefined) return [];
  const others = words.filter((_, index) => index !== at);
  const found = await reads.findProblems({ number, words: others, most: MOST.problems });
  return found.map(({ problem: { id, programme, type_id, open }, site }) => {
    const type = problemType(reads.registry, type_id, programme);
    const { name_en, name_fa, name_ps } = type ?? namedPlainly(type_id, type_id);
    return { id, code: problemCode(number), name_en, name_fa, name_ps, open, site: shown(reads, site) };
  });
}

/** Returns provinces and districts where the person works. People without rights in a province do not find it. */
async function ownPlaces(reads: Reads, words: readonly string[]): Promise<FindResponse['places']> {
  const { registry, actor, language } = reads;
  const provinces = new Set(actor.grants.map(({ province_id }) => province_id));
  const { data } = findPlaces(registry.places(), await reads.placeIndex(), words, {
    language,
    most: MOST.places,
    levels: ['province', 'district'],
    isAsked: (id, above) =>
      !registry.place(id)?.retired_at && (provinces.has(null) || [id, ...above].some((one) => provinces.has(one))),
  });
  return data.map(({ level, detail, ...place }) => ({
    ...(namedItem(place, language) as FindResponse['places'][number]),
    level: level === 'district' ? level : 'province',
    detail,
  }));
}

export interface PlaceSearchQuery {
  words: readonly string[];
  /** Only these. Empty for all. */
  levels: readonly PlaceLevel[];
  /** Only places below these. Empty for all. */
  within: readonly string[];
}

/** Returns places of every level, for pickers, and how many there are. */
export async function placeSearchView(
  { registry, language, placeIndex }: Pick<Reads, 'registry' | 'language' | 'placeIndex'>,
  { words, levels, within }: PlaceSearchQuery,
) {
  return findPlaces(registry.places(), await placeIndex(), words, {
    language,
    most: PLACES_SHOWN,
    levels,
    isAsked: within.length > 0 ? (_id, above) => above.some((id) => within.includes(id)) : undefined,
  });
}
