/** Exports for programs: records as JSON, one a line (NDJSON), or as features with their place (GeoJSON, RFC 7946). */
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { badFilter } from '../../../core/errors/failure.ts';
import { firstMapQuestions } from '../../../core/form/types/question.ts';
import { isShape } from '../../../core/geometry/shape.ts';
import type { ListQuery, ListRow } from '../../records/types.ts';
import type { ApiCall } from '../call.ts';
import type { ExportContext } from './columns.ts';
import { rowsWithNames } from './names.ts';
import { RECORD_PREFIX, recordHistoryColumns } from './recordHistoryColumns.ts';
import { wantsTransitions } from './transitions.ts';

export type JsonFormat = 'ndjson' | 'geojson';

/** What a line says of a record besides its answers. */
export const RECORD_META_COLUMNS = [
  ...(['id', 'code', 'version', 'form_version', 'state', 'parent_id', 'site_id'] as const),
  ...(['province_id', 'district_id', 'village_id', 'organization_id'] as const),
];

/**
 * Yields the text of the file. Answers are under their stored names, as they are stored: numbers are numbers, lists lists, choices
 * codes and ids, days ISO days. Throws `bad_filter` if the form has no place for GeoJSON.
 */
export async function* jsonRecords(
  call: ApiCall,
  reader: ExportContext,
  query: ListQuery,
  format: JsonFormat,
  progress: { done: number },
): AsyncGenerator<string> {
  const placeOf = format === 'geojson' ? geometryReader(call.form) : undefined;
  const audit = recordHistoryColumns(reader);
  const withTransitions = wantsTransitions(call);
  if (placeOf) yield '{"type":"FeatureCollection","features":[\n';
  for await (const { row, refs, transitions } of rowsWithNames(call, query, {
    isAll: false,
    withTimes: true,
    withTransitions,
  })) {
    const { record } = row;
    const about = {
      ...Object.fromEntries(RECORD_META_COLUMNS.map((name) => [name, record[name]])),
      ...Object.fromEntries(
        audit.map(({ stored, cell }) => [stored.slice(RECORD_PREFIX.length), cell(row, 0, refs) || null]),
      ),
      ...(withTransitions && { transitions }),
    };
    const separator = placeOf && progress.done > 0 ? ',\n' : '';
    progress.done += 1;
    if (!placeOf) yield `${JSON.stringify({ ...about, data: record.data })}\n`;
    else {
      const properties = { ...about, ...record.data };
      yield separator + JSON.stringify({ type: 'Feature', id: record.id, geometry: placeOf(row), properties });
    }
  }
  if (placeOf) yield '\n]}\n';
}

/** Returns what reads the first place of a record: a point, else a line or an area; null if it has none. */
function geometryReader(form: CompiledForm): (row: ListRow) => unknown {
  const { point, shape } = firstMapQuestions(form);
  if (!point && !shape) throw badFilter('format');
  return ({ record: { data } }) => {
    const [latitude, longitude] = [point?.parts.latitude, point?.parts.longitude].map((name) => data[name ?? '']);
    if (typeof latitude === 'number' && typeof longitude === 'number')
      return { type: 'Point', coordinates: [longitude, latitude] };
    const drawn = data[shape?.properties[0] ?? ''];
    return isShape(drawn) ? drawn : null;
  };
}
