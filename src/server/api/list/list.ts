/** `GET {base}`: a page of records. */
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { pageView } from '../../../core/views/list/page.ts';
import type { Call } from '../call.ts';
import { readsOf } from '../reads.ts';
import { resolveKeys } from '../resolvers/answer.ts';
import { remembered } from '../responseCache.ts';

import { listQuery } from './paging.ts';

export function list(call: Call): Promise<unknown> {
  return remembered(call, async () => {
    const query = listQuery(call);
    const page = await call.services.records.list(query, call.actor);
    const {
      form,
      query: { fields, counts },
    } = call;
    return pageView(readsOf(call), form, page, {
      ...{ fields, counts: counts === '1', columns: query.columns },
      keys: await listKeys(call, form),
    });
  });
}

/** Returns the keys that a form's definition adds to the `meta` of its lists (`api.meta`). */
export async function listKeys(call: Call, form: CompiledForm): Promise<Record<string, unknown>> {
  const keys = form.definition.api.meta;
  return keys ? resolveKeys(keys, { ...call, form }, {}) : {};
}
