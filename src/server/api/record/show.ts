/** `GET {base}/{id}` and `GET {base}/create`: one record or the start of a new one, with the documented keys. */

import { chosenParent } from '../../../core/api/chosenParent.ts';
import { denialReasons } from '../../../core/api/denials.ts';
import { namedProblems } from '../../../core/api/problems.ts';
import { type RenderedRecord, renderRecord, renderState } from '../../../core/api/render.ts';
import { setAt } from '../../../core/api/setAt.ts';
import type { CompiledForm, RecordData } from '../../../core/definitions/types.ts';
import { groupedAnswers } from '../../../core/form/answerGroups.ts';
import { newRecord } from '../../../core/form/index.ts';
import type { ChosenParent } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/getOwn.ts';
import type { Actor } from '../../../core/records/types.ts';
import { asId } from '../../../core/saving/envelope.ts';
import type { RecordView } from '../../../core/saving/types.ts';
import { kabulDay } from '../../../core/text/dates.ts';
import { collectNames } from '../../records/names.ts';
import type { Call } from '../call.ts';
import { readerOf } from '../reader.ts';
import { resolveKeys } from '../resolvers/answer.ts';
import { findOne } from './findOne.ts';
import { knownAnswers } from './known.ts';

/** Returns the form version that a record was captured with. The record always opens with that version. */
export function capturedForm(call: Call, view: RecordView): CompiledForm {
  return call.services.registry.form(view.record.form, view.record.form_version) ?? call.form;
}

/** Renders a view with the names it needs. `writer` is the person who has just saved the record, if any. */
export async function renderView(call: Call, view: RecordView, writer?: Actor) {
  const form = capturedForm(call, view);
  const collector = collectNames(call.services);
  collector.addRecord(form, view.record);
  if (writer) collector.addActor(writer);
  const refs = await collector.load();
  const record = renderRecord({ ...readerOf(call), refs }, form, view.record, view.scope, { name: view.name });
  const { data, device_id } = view.record;
  const problems = form.definition.problems?.field;
  const rows =
    problems !== undefined &&
    data[problems] !== undefined &&
    namedProblems({ registry: call.services.registry, language: call.language }, form, data[problems], refs);
  const shown: RenderedRecord = {
    ...groupedAnswers(form, data),
    ...record,
    device_id,
    ...(rows && { [problems]: rows }),
  };
  return { form, refs, record: shown };
}

export async function show(call: Call, id: string): Promise<Record<string, unknown>> {
  const view = await call.services.records.get(call.form, id, call.actor);
  const { form, refs, record } = await renderView(call, view);
  const { api } = form.definition;
  const sources = call.query.edit && call.query.edit !== '0' ? { ...api.create, ...api.show } : (api.show ?? {});
  const answer: Record<string, unknown> = {};
  setAt(answer, api.record ?? 'data', record);
  Object.assign(answer, {
    recordScope: view.scope.allowed,
    why_not: denialReasons(readerOf(call), form, view.scope),
    currentState: renderState(call.services.registry, form, view.record.state, call.language),
    definition: { form: form.form, version: form.version },
    refs,
  });
  if (api.formTypes) answer.formsCount = await call.services.records.counts(form, id, call.actor);
  await resolveKeys(sources, { ...call, form }, { view, rendered: record, refs }, answer);
  return answer;
}

export async function create(asked: Call): Promise<Record<string, unknown>> {
  const { services, actor, query } = asked;
  const form = services.registry.captureForm(asked.form.form) ?? asked.form;
  const call = { ...asked, form };
  const { api, parent } = form.definition;
  const id = asId(query.id);
  const editing = id ? await services.records.get(form, id, actor) : undefined;
  const rendered = editing && (await renderView(call, editing));
  const parentId = asId(
    (parent?.param && getOwn(query, parent.param)) || (parent && getOwn(query, parent.field)) || query.parent_id,
  );
  const parentView = parentId && parent ? await findOne(call, parent.forms, parentId) : undefined;
  const scope = editing?.scope ?? (await services.records.scopeForNew(form, parentView?.record.id ?? null, actor));
  const { constants } = services.registry.common();
  const defaults = newRecord(form, {
    today: kabulDay(services.now()),
    actor,
    parent: parentView?.record ?? null,
    constants,
    known: await named(call),
  });
  const names = collectNames(services);
  names.addAnswers(form, defaults);
  const refs = { ...rendered?.refs, ...(await names.load()) };
  if (parentView)
    refs[parentView.record.id] = { name: parentView.name, form: parentView.record.form, code: parentView.record.code };
  const answer: Record<string, unknown> = {
    recordScope: scope.allowed,
    why_not: denialReasons(readerOf(call), form, scope),
    definition: { form: form.form, version: form.version },
    defaults,
    known: await knownAnswers(call, parentView),
    parent: parentView ? await renderParent(call, parentView) : null,
    refs,
  };
  if (rendered) setAt(answer, api.record ?? 'data', rendered.record);
  await resolveKeys(
    api.create ?? {},
    call,
    { view: editing, rendered: rendered?.record, parent: parentView, refs },
    answer,
  );
  return answer;
}

/** Reads record ids from the query for questions that ask for records. A link on a record passes its id this way. */
async function named(call: Call): Promise<RecordData> {
  const { form, query } = call;
  const known: RecordData = {};
  for (const { name, def } of form.fields.values()) {
    const id = def.record && asId(getOwn(query, name));
    if (id && name !== form.definition.parent?.field)
      known[name] = (await findOne(call, def.record?.forms ?? [], id)).record.id;
  }
  return known;
}

async function renderParent(call: Call, view: RecordView) {
  const { registry } = call.services;
  const site = registry.form(view.record.form) ?? call.form;
  const { form, record } = await renderView({ ...call, form: site }, view);
  return chosenParent(registry, call.form, { form, data: view.record.data }, record as unknown as ChosenParent);
}
