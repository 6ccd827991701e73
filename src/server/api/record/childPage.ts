/** Lists the children of a record (`api.formTypes`) as a page of their form. */

import { badFilter } from '../../../core/errors/failure.ts';
import { getOwn } from '../../../core/getOwn.ts';
import { childrenOf } from '../../../core/query/children.ts';
import type { Call } from '../call.ts';
import { answerPage, type ListAnswer } from '../list/page.ts';
import { listQuery } from '../list/paging.ts';

/** Returns the first page of children. Throws bad_filter if the definition has no such form_type. */
export async function childPage(call: Call, id: string, type: string): Promise<ListAnswer> {
  const { form, page } = await readChildren({ ...call, query: {} }, id, type);
  return answerPage(call, form, page);
}

export async function readChildren(call: Call, id: string, type: string) {
  const types = call.form.definition.api.formTypes ?? {};
  const named = getOwn(types, type);
  const form = named && call.services.registry.form(named.form);
  if (!named || !form) throw badFilter('form_type');
  const asked = listQuery(call, form);
  const { filters, ...below } = childrenOf(id, named);
  const page = await call.services.records.list(
    { ...asked, filters: [...asked.filters, ...filters], ...below },
    call.actor,
  );
  return { form, page };
}
