/** `GET {base}/positions?province`: where the places of a province are that the user may see, for the map of a picker. */
import { badFilter, Failure } from '../../../core/errors/failure.ts';
import { pointOf } from '../../../core/form/types/places/geopoint.ts';
import type { PositionsResponse } from '../../../core/generated/api.ts';
import { asId } from '../../../core/saving/envelope.ts';
import type { Call } from '../call.ts';
import { remembered } from '../responseCache.ts';

/** More dots than this hide the map that they are on. */
const MOST = 300;

export function positions(call: Call): Promise<unknown> {
  const point = call.form.definition.kind === 'site' ? pointOf(call.form) : undefined;
  if (!point) throw new Failure('route_not_found');
  const province = asId(call.query.province);
  if (!province) throw badFilter('province');
  return remembered(call, () => found(call, province, point.parts));
}

async function found(
  { services, form, actor }: Call,
  province: string,
  { latitude = '', longitude = '' }: Record<string, string>,
): Promise<PositionsResponse> {
  const filters = [{ field: 'province_id', op: 'eq' as const, value: province }];
  const { rows } = await services.records.list({ form, filters, sort: [], page: 1, per_page: MOST }, actor);
  return {
    data: rows.flatMap(({ record: { id, code, data }, name }) => {
      const { [latitude]: north, [longitude]: east } = data;
      return typeof north === 'number' && typeof east === 'number'
        ? [{ id, name: name || code || id, latitude: north, longitude: east }]
        : [];
    }),
  };
}
