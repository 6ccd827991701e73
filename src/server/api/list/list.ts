/** Reads a list of records: its page, its sums, and where its places are on a map. */
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { type ListQuery, readListQuery } from '../../../core/query/listQuery.ts';
import { listPageView } from '../../../core/views/list/page.ts';
import { mapPositionsView } from '../../../core/views/list/places.ts';
import { listTotalsView } from '../../../core/views/list/totals.ts';
import type { ApiCall } from '../call.ts';
import { createServerReads } from '../reads.ts';
import { resolveKeys } from '../resolvers/answer.ts';
import { sendCached } from '../responseCache.ts';

/** `GET {base}`: a page of records. */
export function listHandler(call: ApiCall): Promise<unknown> {
  return sendCached(call, () =>
    listPageView(createServerReads(call), call.form, call.query, (form) => listMetaKeys(call, form)),
  );
}

/** Returns the keys that a form's definition adds to the `meta` of its lists (`api.meta`). */
export async function listMetaKeys(call: ApiCall, form: CompiledForm): Promise<Record<string, unknown>> {
  const keys = form.definition.api.meta;
  return keys ? resolveKeys(keys, { ...call, form }, {}) : {};
}

/** `GET {base}/positions?province`: where the places of a province are that the user may see, for the map of a picker. */
export function positionsHandler(call: ApiCall): Promise<unknown> {
  const find = mapPositionsView(call.form, call.query.province);
  return sendCached(call, async () => ({ data: await find(createServerReads(call)) }));
}

/** `GET {base}/totals`: the sums of the amounts in everything that the list shows with the same query. */
export function totalsHandler(call: ApiCall): Promise<unknown> {
  return sendCached(call, () => listTotalsView(createServerReads(call), call.form, call.query));
}

/** Reads the query of a list. Throws `bad_filter` for invalid values. */
export function readCallListQuery(call: ApiCall, form = call.form): ListQuery {
  return readListQuery(call.query, form, call.services.registry);
}
