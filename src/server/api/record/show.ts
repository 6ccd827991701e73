/**
 * Reads a record: the record or the start of a new one with the documented keys, the records below it, its history and files, and what
 * a reviewer sees.
 */
import { denialReasons, renderState, setAtKey } from '../../../core/api/render.ts';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { OverviewResponse, ReviewResponse } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { parseRecordId } from '../../../core/saving/envelope.ts';
import { childrenView } from '../../../core/views/list/page.ts';
import type { VisibleRecord } from '../../../core/views/reads.ts';
import { createView } from '../../../core/views/record/create.ts';
import { overviewView } from '../../../core/views/record/overview.ts';
import { type ReviewFindings, reviewFindings, reviewView } from '../../../core/views/record/review.ts';
import {
  attachmentsView,
  childCounts,
  formVersionOfRecord,
  historyView,
  recordView,
} from '../../../core/views/record/show.ts';
import type { ApiCall } from '../call.ts';
import { listMetaKeys } from '../list/list.ts';
import { createServerReads } from '../reads.ts';
import { resolveKeys, wantedKeys } from '../resolvers/answer.ts';
import { sendCached } from '../responseCache.ts';
import { reviewFlagsOf } from './flags.ts';

/** `GET {base}/{id}` */
export async function showHandler(call: ApiCall, id: string): Promise<Record<string, unknown>> {
  const view = await call.services.records.get(call.form, id, call.actor);
  const reads = createServerReads(call);
  const { form, refs, record } = await recordView(reads, view);
  const { api } = form.definition;
  const sources = call.query.edit && call.query.edit !== '0' ? { ...api.create, ...api.show } : (api.show ?? {});
  const answer: Record<string, unknown> = {};
  setAtKey(answer, api.record ?? 'data', record);
  Object.assign(answer, {
    recordScope: view.scope.allowed,
    why_not: denialReasons(reads, form, view.scope),
    currentState: renderState(call.services.registry, form, view.record.state, call.language),
    definition: { form: form.form, version: form.version },
    refs,
  });
  if (api.formTypes) answer.formsCount = await childCounts(reads, form, id);
  await resolveKeys(wantedKeys(sources, call), { ...call, form }, { view, rendered: record, refs }, answer);
  return answer;
}

/** `GET {base}/create` */
export async function createFormHandler(asked: ApiCall): Promise<Record<string, unknown>> {
  const { services, actor, query } = asked;
  const form = services.registry.captureForm(asked.form.form) ?? asked.form;
  const call = { ...asked, form };
  const { api } = form.definition;
  const reads = createServerReads(call);
  const id = parseRecordId(query.id);
  const editing = id ? await services.records.get(form, id, actor) : undefined;
  const rendered = editing && (await recordView(reads, editing));
  const { answer: begun, parent, names } = await createView(reads, form, query);
  const refs = { ...rendered?.refs, ...(await names.load()) };
  const scope = editing && { recordScope: editing.scope.allowed, why_not: denialReasons(reads, form, editing.scope) };
  const answer: Record<string, unknown> = { ...begun, ...scope, refs };
  if (rendered) setAtKey(answer, api.record ?? 'data', rendered.record);
  const context = { view: editing, rendered: rendered?.record, parent, refs };
  await resolveKeys(wantedKeys(api.create, call), call, context, answer);
  return answer;
}

/** `GET {base}/{id}/forms?form_type`: lists the records that belong to a site. `form_type` is a name from the definition. */
export async function childFormsHandler(call: ApiCall, id: string): Promise<unknown> {
  const { services, form, actor, query } = call;
  await services.records.get(form, id, actor);
  const type = typeof query.form_type === 'string' ? query.form_type : '';
  return sendCached(call, () =>
    childrenView(createServerReads(call), { form, id }, type, query, (of) => listMetaKeys(call, of)),
  );
}

/** `GET {base}/{id}/overview`: the state of a place at the top of its page. */
export async function overviewHandler(call: ApiCall, id: string): Promise<OverviewResponse> {
  return overviewView(createServerReads(call), call.form, await call.services.records.get(call.form, id, call.actor));
}

/** `GET {base}/{id}/history` */
export async function historyHandler(call: ApiCall, id: string) {
  return historyView(createServerReads(call), call.form, await call.services.records.get(call.form, id, call.actor));
}

/** `GET {base}/{id}/attachments` */
export async function attachmentsHandler(call: ApiCall, id: string) {
  return {
    data: await attachmentsView(createServerReads(call), await call.services.records.get(call.form, id, call.actor)),
  };
}

/**
 * `GET {base}/{id}/review`: what a reviewer compares the record with, the last record of its form below the same parent, and
 * what the rules of the definitions find in it.
 */
export async function reviewHandler(call: ApiCall, id: string): Promise<ReviewResponse> {
  const view = await call.services.records.get(call.form, id, call.actor);
  const form = formVersionOfRecord(call.services, view);
  return reviewView(createServerReads(call), form, view, await recordReviewFindings(call, form, view));
}

/** Returns what there is to look at in a record, for who checks one by one and for who decides about many. */
export function recordReviewFindings(
  call: ApiCall,
  form: CompiledForm,
  { record, scope }: VisibleRecord,
): Promise<ReviewFindings> {
  const { transitions } = call.services.registry.workflow(form);
  const decides = transitions.some(({ bulk, action }) => bulk && getOwn(scope.allowed, action));
  return reviewFindings(createServerReads(call), form, record, (before) =>
    reviewFlagsOf(call, { form, record, before, decides }),
  );
}
