/** `GET {base}/{id}/history` and `GET {base}/{id}/attachments`. */
import { attachmentsView } from '../../../core/views/record/attachments.ts';
import { historyView } from '../../../core/views/record/history.ts';
import type { Call } from '../call.ts';
import { readsOf } from '../reads.ts';

export async function history(call: Call, id: string) {
  return historyView(readsOf(call), call.form, await call.services.records.get(call.form, id, call.actor));
}

export async function attachments(call: Call, id: string) {
  return { data: await attachmentsView(readsOf(call), await call.services.records.get(call.form, id, call.actor)) };
}
