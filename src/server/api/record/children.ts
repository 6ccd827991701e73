/** `GET {base}/{id}/forms?form_type`: lists the records that belong to a site. `form_type` is a name from the definition. */
import { childrenView } from '../../../core/views/list/page.ts';
import type { Call } from '../call.ts';
import { listKeys } from '../list/list.ts';
import { readsOf } from '../reads.ts';
import { sendCached } from '../responseCache.ts';

export async function forms(call: Call, id: string): Promise<unknown> {
  const { services, form, actor, query } = call;
  await services.records.get(form, id, actor);
  const type = typeof query.form_type === 'string' ? query.form_type : '';
  return sendCached(call, () => childrenView(readsOf(call), { form, id }, type, query, (of) => listKeys(call, of)));
}
