/** `GET {base}/{id}/overview`: the state of a place at the top of its page. */
import type { OverviewResponse } from '../../../core/generated/api.ts';
import { overviewView } from '../../../core/views/record/overview.ts';
import type { Call } from '../call.ts';
import { readsOf } from '../reads.ts';

export async function overview(call: Call, id: string): Promise<OverviewResponse> {
  return overviewView(readsOf(call), call.form, await call.services.records.get(call.form, id, call.actor));
}
