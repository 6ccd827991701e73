/** Lists the children of a record (`api.formTypes`) as a page of their form. */

import { childrenIn } from '../../core/query/children.ts';
import { type ListAnswer, pageView } from '../../core/views/list/page.ts';
import type { Call } from './call.ts';
import { listQuery } from './list/paging.ts';
import { readsOf } from './reads.ts';

/** Returns the first page of children. Throws bad_filter if the definition has no such form_type. */
export async function childPage(call: Call, id: string, type: string): Promise<ListAnswer> {
  const { form, page } = await readChildren({ ...call, query: {} }, id, type);
  return pageView(readsOf(call), form, page);
}

export async function readChildren(call: Call, id: string, type: string) {
  const { form, below } = childrenIn(call.services.registry, call.form, id, type);
  const asked = listQuery(call, form);
  const page = await call.services.records.list(
    { ...asked, ...below, filters: [...asked.filters, ...below.filters] },
    call.actor,
  );
  return { form, page };
}
