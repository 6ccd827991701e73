/** `GET {base}/totals`: the sums of the amounts in everything that the list shows with the same query. */
import { totalsView } from '../../../core/views/list/totals.ts';
import type { Call } from '../call.ts';
import { readsOf } from '../reads.ts';
import { sendCached } from '../responseCache.ts';

export function totals(call: Call): Promise<unknown> {
  return sendCached(call, () => totalsView(readsOf(call), call.form, call.query));
}
