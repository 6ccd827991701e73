/** `GET {base}/{id}/forms?form_type`: lists the records that belong to a site. `form_type` is a name from the definition. */
import { pageView } from '../../../core/views/list/page.ts';
import type { Call } from '../call.ts';
import { readChildren } from '../childPage.ts';
import { listKeys } from '../list/list.ts';
import { readsOf } from '../reads.ts';
import { remembered } from '../responseCache.ts';

export async function forms(call: Call, id: string): Promise<unknown> {
  await call.services.records.get(call.form, id, call.actor);
  const type = typeof call.query.form_type === 'string' ? call.query.form_type : '';
  return remembered(call, async () => {
    const { form, page } = await readChildren(call, id, type);
    const { fields, counts } = call.query;
    return pageView(readsOf(call), form, page, { fields, counts: counts === '1', keys: await listKeys(call, form) });
  });
}
