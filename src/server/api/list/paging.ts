/** Reads page, page size, sorting and search text of a list request. */
import { type ListQuery, readListQuery } from '../../../core/query/listQuery.ts';
import type { Call } from '../call.ts';

/** Reads the query of a list. Throws `bad_filter` for invalid values. */
export function listQuery(call: Call, form = call.form): ListQuery {
  return readListQuery(call.query, form, call.services.registry);
}
