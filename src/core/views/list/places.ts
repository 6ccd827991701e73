/**
 * Places: provinces, districts and villages for selects, and where the places of a province are that the person sees, for the map of a
 * picker.
 */
import { type Named, namedRow } from '../../api/names.ts';
import type { CompiledForm } from '../../definitions/types.ts';
import { badFilter, Failure } from '../../errors/failure.ts';
import { firstPointQuestion } from '../../form/types/places/geopoint.ts';
import type { PositionsResponse } from '../../generated/api.ts';
import type { PlaceItem, PlaceLevel, Registry } from '../../records/registry.ts';
import { parseRecordId } from '../../saving/envelope.ts';
import type { Language } from '../../text/languages.ts';
import { sortKey } from '../../text/letters.ts';
import type { Reads } from '../reads.ts';

/** Returns true if new records may name the place: it is neither retired nor a duplicate. */
export function isPlaceOffered({ retired_at, merged_into }: Pick<PlaceItem, 'retired_at' | 'merged_into'>): boolean {
  return !retired_at && !merged_into;
}

/** Returns places by their names in a language. */
export function placesWithNames<Place extends PlaceItem>(
  places: readonly Place[],
  language: Language,
): (Named & Place)[] {
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

/** More dots than this hide the map that they are on. */
const MOST = 300;

/** Returns what finds the places. Throws `route_not_found` if the form's records are no places on a map. */
export function mapPositionsView(
  form: CompiledForm,
  asked: unknown,
): (reads: Reads) => Promise<PositionsResponse['data']> {
  const point = form.definition.kind === 'site' ? firstPointQuestion(form) : undefined;
  if (!point) throw new Failure('route_not_found');
  const province = parseRecordId(asked);
  if (!province) throw badFilter('province');
  const { latitude = '', longitude = '' } = point.parts;
  const filters = [{ field: 'province_id', op: 'eq' as const, value: province }];
  return async (reads) => {
    const { rows } = await reads.list({ form, filters, sort: [], page: 1, per_page: MOST });
    return rows.flatMap(({ record: { id, code, data }, name }) => {
      const { [latitude]: north, [longitude]: east } = data;
      return typeof north === 'number' && typeof east === 'number'
        ? [{ id, name: name || code || id, latitude: north, longitude: east }]
        : [];
    });
  };
}
