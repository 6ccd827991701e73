/**
 * Definitions and reference data of this device in two documents. They arrive in some hundred, and reading those one by one is
 * most of what opening the app would cost: each is decrypted by itself. Packed anew after one of them changed.
 */
import type { ChoiceItem, Common, DefinitionView, FormsResponse, PlaceView } from '../../../core/generated/api.ts';
import { indexPlaces, type PlaceIndex } from '../../../core/query/placeSearch.ts';
import { type DeviceRules, DOCUMENTS } from '../../../core/sync/documents.ts';
import { HASHES_KEY, isPlacePath } from '../../../core/sync/reference.ts';
import type { SyncStore } from '../../../core/sync/store.ts';
import type { Language } from '../../../core/text/languages.ts';
import { ApiError } from '../../data/errors.ts';
import { yieldToPage } from '../idle.ts';
import { type LocalPlaces, packRows, type RowColumns, unpackPlaces } from './places.ts';

const PACKED = 'packed/reference';
const PLACES = 'packed/places';
const PLACE_INDEX = 'packed/place-index/';

/** A definition as text, because a screen needs few of them as objects. */
export interface PackedDefinition {
  form: string;
  version: number;
  text: string;
}

interface Packed {
  common: Common;
  rules: DeviceRules;
  forms: FormsResponse;
  definitions: PackedDefinition[];
  choices: [list: string, items: ChoiceItem[]][];
}

interface PackedPlaces {
  rows: RowColumns;
  provinces: PlaceView[];
}

export interface LocalReference extends Packed, LocalPlaces {
  provinces: readonly PlaceView[];
  /** Read when places are first searched in a language. */
  placeIndex(language: Language): Promise<PlaceIndex>;
}

type Documents = SyncStore['documents'];

/** Raise it when places are packed, folded or sorted differently (`places.ts`, `core/query/placeSearch.ts`): devices pack anew then. */
const PLACES_FORMAT = 1;

/** Other texts after each change of what is packed: of all, and of places alone, which change less often. */
export interface ReferenceStamps {
  all: string;
  places: string;
}

export async function readReferenceStamps({ documents }: Pick<SyncStore, 'documents'>): Promise<ReferenceStamps> {
  const [common, hashes = {}] = await Promise.all([
    documents.get<Common>(DOCUMENTS.common),
    documents.get<Record<string, string>>(HASHES_KEY),
  ]);
  const places = Object.entries(hashes).filter(([path]) => isPlacePath(path));
  return { all: `${common?.revision} ${JSON.stringify(hashes)}`, places: JSON.stringify([PLACES_FORMAT, places]) };
}

/** Throws an ApiError if the device was not prepared. `stamps` were read before; what replaced its documents meanwhile is read instead. */
export async function readReference(store: SyncStore, stamps: ReferenceStamps): Promise<LocalReference> {
  const { documents } = store;
  const [packed, { rows, provinces }] = await Promise.all([
    packedOf(documents, PACKED, 'all', stamps, () => readAll(documents)),
    packedOf(documents, PLACES, 'places', stamps, () => readPlaces(documents)),
  ]);
  const now = await readReferenceStamps(store);
  if (now.all !== stamps.all) return readReference(store, now);
  const places = unpackPlaces(rows);
  const indexes = new Map<Language, Promise<PlaceIndex>>();
  return {
    ...{ ...packed, ...places, provinces },
    placeIndex(language) {
      const make = () => indexPlaces(places.places, language, yieldToPage);
      const index = indexes.get(language) ?? packedOf(documents, PLACE_INDEX + language, 'places', stamps, make);
      indexes.set(language, index);
      index.catch(() => indexes.delete(language));
      return index;
    },
  };
}

async function packedOf<T>(
  documents: Documents,
  key: string,
  part: keyof ReferenceStamps,
  { [part]: stamp }: ReferenceStamps,
  read: () => Promise<T>,
): Promise<T> {
  const known = await documents.get<{ stamp: string; value: T }>(key);
  if (known?.stamp === stamp) return known.value;
  const value = await read();
  // It may be partly of before and partly of now.
  if ((await readReferenceStamps({ documents }))[part] !== stamp) return value;
  await documents
    .put(key, { stamp, value })
    .catch((error: unknown) => console.warn('reference data was not packed', error));
  return value;
}

async function readAll(documents: Documents): Promise<Packed> {
  const [common, rules, forms] = await Promise.all([
    documents.get<Common>(DOCUMENTS.common),
    documents.get<DeviceRules>(DOCUMENTS.rules),
    documents.get<FormsResponse>(DOCUMENTS.forms),
  ]);
  if (!common || !rules || !forms) throw new ApiError(409, { code: 'not_prepared' });
  const definitions = await documents.all<DefinitionView>('definition/');
  const lists = await documents.all<ChoiceItem[]>(DOCUMENTS.choices(''));
  return {
    ...{ common, rules, forms },
    definitions: Array.from(definitions.values(), (view) => ({
      ...{ form: view.form, version: view.version },
      text: JSON.stringify(view),
    })),
    choices: Array.from(lists, ([key, list]) => [key.slice(DOCUMENTS.choices('').length), list]),
  };
}

async function readPlaces(documents: Documents): Promise<PackedPlaces> {
  const [provinces = [], districts = [], parts] = await Promise.all([
    documents.get<PlaceView[]>(DOCUMENTS.provinces),
    documents.get<PlaceView[]>(DOCUMENTS.districts),
    documents.all<PlaceView[]>(DOCUMENTS.places('')),
  ]);
  const all = [...provinces, ...districts, ...[...parts.values()].flat()];
  const places = [...new Map(all.map((place) => [place.id, place])).values()];
  return { rows: packRows(places), provinces: places.filter(({ level }) => level === 'province') };
}
