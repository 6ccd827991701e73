/** Reads a list of records: its page, its sums, and where its places are on a map. */
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { type ListQuery, readListQuery } from '../../../core/query/listQuery.ts';
import { pageView } from '../../../core/views/list/page.ts';
import { positionsView } from '../../../core/views/list/places.ts';
import { totalsView } from '../../../core/views/list/totals.ts';
import type { ApiCall } from '../call.ts';
import { createServerReads } from '../reads.ts';
import { resolveKeys } from '../resolvers/answer.ts';
import { sendCached } from '../responseCache.ts';

/** `GET {base}`: a page of records. */
export function listHandler(call: ApiCall): Promise<unknown> {
  return sendCached(call, () =>
    pageView(createServerReads(call), call.form, call.query, (form) => listKeys(call, form)),
  );
}

/** Returns the keys that a form's definition adds to the `meta` of its lists (`api.meta`). */
export async function listKeys(call: ApiCall, form: CompiledForm): Promise<Record<string, unknown>> {
  const keys = form.definition.api.meta;
  return keys ? resolveKeys(keys, { ...call, form }, {}) : {};
}

/** `GET {base}/positions?province`: where the places of a province are that the user may see, for the map of a picker. */
export function positionsHandler(call: ApiCall): Promise<unknown> {
  const find = positionsView(call.form, call.query.province);
  return sendCached(call, async () => ({ data: await find(createServerReads(call)) }));
}

/** `GET {base}/totals`: the sums of the amounts in everything that the list shows with the same query. */
export function totalsHandler(call: ApiCall): Promise<unknown> {
  return sendCached(call, () => totalsView(createServerReads(call), call.form, call.query));
}

/** Reads the query of a list. Throws `bad_filter` for invalid values. */
export function listQuery(call: ApiCall, form = call.form): ListQuery {
  return readListQuery(call.query, form, call.services.registry);
}
