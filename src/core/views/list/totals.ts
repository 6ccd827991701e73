/** The sums by currency of the amounts in everything that a list shows. */
import type { CompiledForm } from '../../definitions/types.ts';
import type { TotalsResponse } from '../../generated/api.ts';
import { readListQuery } from '../../query/listQuery.ts';
import type { Reads } from '../reads.ts';

/** `query` has the parameters of the list's call. Throws `bad_filter` for invalid ones. */
export async function listTotalsView(
  reads: Reads,
  form: CompiledForm,
  query: Record<string, unknown>,
): Promise<TotalsResponse> {
  const data = await reads.sums(readListQuery(query, form, reads.registry));
  return { data: data ?? [], partial: data === null };
}
