/** Where the places of a province are that the person sees, for the map of a picker. */
import type { CompiledForm } from '../../definitions/types.ts';
import { badFilter, Failure } from '../../errors/failure.ts';
import { pointOf } from '../../form/types/places/geopoint.ts';
import type { PositionsResponse } from '../../generated/api.ts';
import { asId } from '../../saving/envelope.ts';
import type { Reads } from '../reads.ts';

/** More dots than this hide the map that they are on. */
const MOST = 300;

/** Returns what finds the places. Throws `route_not_found` if the form's records are no places on a map. */
export function positionsView(
  form: CompiledForm,
  asked: unknown,
): (reads: Reads) => Promise<PositionsResponse['data']> {
  const point = form.definition.kind === 'site' ? pointOf(form) : undefined;
  if (!point) throw new Failure('route_not_found');
  const province = asId(asked);
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
