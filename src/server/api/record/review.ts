/**
 * `GET {base}/{id}/review`: what a reviewer compares the record with, the last record of its form below the same parent, and
 * what the rules of the definitions find in it.
 */
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { ReviewResponse } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/getOwn.ts';
import type { SeenRecord } from '../../../core/views/reads.ts';
import { reviewFindings as lookAtWith, type ReviewFindings, reviewView } from '../../../core/views/record/review.ts';
import { capturedForm } from '../../../core/views/record/show.ts';
import type { Call } from '../call.ts';
import { readsOf } from '../reads.ts';
import { flagsOf } from './flags.ts';

export async function review(call: Call, id: string): Promise<ReviewResponse> {
  const view = await call.services.records.get(call.form, id, call.actor);
  const form = capturedForm(call.services, view);
  return reviewView(readsOf(call), form, view, await recordReviewFindings(call, form, view));
}

/** Returns what there is to look at in a record, for who checks one by one and for who decides about many. */
export function recordReviewFindings(
  call: Call,
  form: CompiledForm,
  { record, scope }: SeenRecord,
): Promise<ReviewFindings> {
  const { transitions } = call.services.registry.workflow(form);
  const decides = transitions.some(({ bulk, action }) => bulk && getOwn(scope.allowed, action));
  return lookAtWith(readsOf(call), form, record, (before) => flagsOf(call, { form, record, before, decides }));
}
