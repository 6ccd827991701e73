/** `GET {base}/{id}` and `GET {base}/create`: one record or the start of a new one, with the documented keys. */
import { denialReasons, renderState, setAtKey } from '../../../core/api/render.ts';
import { asId } from '../../../core/saving/envelope.ts';
import { childCounts } from '../../../core/views/record/children.ts';
import { createView } from '../../../core/views/record/create.ts';
import { recordView } from '../../../core/views/record/show.ts';
import type { Call } from '../call.ts';
import { readsOf } from '../reads.ts';
import { resolveKeys } from '../resolvers/answer.ts';

export async function show(call: Call, id: string): Promise<Record<string, unknown>> {
  const view = await call.services.records.get(call.form, id, call.actor);
  const reads = readsOf(call);
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
  await resolveKeys(sources, { ...call, form }, { view, rendered: record, refs }, answer);
  return answer;
}

export async function create(asked: Call): Promise<Record<string, unknown>> {
  const { services, actor, query } = asked;
  const form = services.registry.captureForm(asked.form.form) ?? asked.form;
  const call = { ...asked, form };
  const { api } = form.definition;
  const reads = readsOf(call);
  const id = asId(query.id);
  const editing = id ? await services.records.get(form, id, actor) : undefined;
  const rendered = editing && (await recordView(reads, editing));
  const { answer: begun, parent, names } = await createView(reads, form, query);
  const refs = { ...rendered?.refs, ...(await names.load()) };
  const scope = editing && { recordScope: editing.scope.allowed, why_not: denialReasons(reads, form, editing.scope) };
  const answer: Record<string, unknown> = { ...begun, ...scope, refs };
  if (rendered) setAtKey(answer, api.record ?? 'data', rendered.record);
  await resolveKeys(api.create ?? {}, call, { view: editing, rendered: rendered?.record, parent, refs }, answer);
  return answer;
}
