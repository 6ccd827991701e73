/** `GET {base}/totals`: the sums by currency of the amounts in everything that the list shows with the same query. */
import type { TotalsResponse } from '../../../core/generated/api.ts';
import type { Call } from '../call.ts';
import { remembered } from '../responseCache.ts';
import { listQuery } from './paging.ts';

export function totals(call: Call): Promise<unknown> {
  return remembered(call, async (): Promise<TotalsResponse> => {
    const { columns = [], ...query } = listQuery(call);
    const data = await call.services.records.sums({ ...query, columns }, call.actor);
    return { data: data ?? [], partial: data === null };
  });
}
