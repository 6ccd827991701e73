/** Reads a list of records: its page, its sums, and where its places are on a map. */
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { type ListQuery, readListQuery } from '../../../core/query/listQuery.ts';
import { pageView } from '../../../core/views/list/page.ts';
import { positionsView } from '../../../core/views/list/places.ts';
import { totalsView } from '../../../core/views/list/totals.ts';
import type { Call } from '../call.ts';
import { readsOf } from '../reads.ts';
import { resolveKeys } from '../resolvers/answer.ts';
import { sendCached } from '../responseCache.ts';

/** `GET {base}`: a page of records. */
export function list(call: Call): Promise<unknown> {
  return sendCached(call, () => pageView(readsOf(call), call.form, call.query, (form) => listKeys(call, form)));
}

/** Returns the keys that a form's definition adds to the `meta` of its lists (`api.meta`). */
export async function listKeys(call: Call, form: CompiledForm): Promise<Record<string, unknown>> {
  const keys = form.definition.api.meta;
  return keys ? resolveKeys(keys, { ...call, form }, {}) : {};
}

/** `GET {base}/positions?province`: where the places of a province are that the user may see, for the map of a picker. */
export function positions(call: Call): Promise<unknown> {
  const find = positionsView(call.form, call.query.province);
  return sendCached(call, async () => ({ data: await find(readsOf(call)) }));
}

/** `GET {base}/totals`: the sums of the amounts in everything that the list shows with the same query. */
export function totals(call: Call): Promise<unknown> {
  return sendCached(call, () => totalsView(readsOf(call), call.form, call.query));
}

/** Reads the query of a list. Throws `bad_filter` for invalid values. */
export function listQuery(call: Call, form = call.form): ListQuery {
  return readListQuery(call.query, form, call.services.registry);
}
