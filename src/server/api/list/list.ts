/** `GET {base}`: a page of records. */
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { Call } from '../call.ts';
import { resolveKeys } from '../resolvers/answer.ts';
import { remembered } from '../responseCache.ts';
import { answerPage } from './page.ts';
import { listQuery } from './paging.ts';

export function list(call: Call): Promise<unknown> {
  return remembered(call, async () => {
    const query = listQuery(call);
    const page = await call.services.records.list(query, call.actor);
    return answerPage(call, call.form, page, await listKeys(call, call.form), query.columns);
  });
}

/** Returns the keys that a form's definition adds to the `meta` of its lists (`api.meta`). */
export async function listKeys(call: Call, form: CompiledForm): Promise<Record<string, unknown>> {
  const keys = form.definition.api.meta;
  return keys ? resolveKeys(keys, { ...call, form }, {}) : {};
}
