/** `GET {base}`: a page of records. */
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { pageView } from '../../../core/views/list/page.ts';
import type { Call } from '../call.ts';
import { readsOf } from '../reads.ts';
import { resolveKeys } from '../resolvers/answer.ts';
import { sendCached } from '../responseCache.ts';

export function list(call: Call): Promise<unknown> {
  return sendCached(call, () => pageView(readsOf(call), call.form, call.query, (form) => listKeys(call, form)));
}

/** Returns the keys that a form's definition adds to the `meta` of its lists (`api.meta`). */
export async function listKeys(call: Call, form: CompiledForm): Promise<Record<string, unknown>> {
  const keys = form.definition.api.meta;
  return keys ? resolveKeys(keys, { ...call, form }, {}) : {};
}
