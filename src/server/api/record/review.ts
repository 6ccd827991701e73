/**
 * `GET {base}/{id}/review`: what a reviewer compares the record with, the last record of its form below the same parent, and
 * what the rules of the definitions find in it.
 */

import { answersUnder, changedSince, dayOf, isOfPlace } from '../../../core/api/review.ts';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { ReviewResponse } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/getOwn.ts';
import type { StoredRecord } from '../../../core/records/types.ts';
import type { RecordView } from '../../../core/saving/types.ts';
import type { Filter } from '../../records/types.ts';
import type { Call } from '../call.ts';
import { flagsOf } from './flags.ts';
import { RefCollector } from './refs.ts';
import { capturedForm } from './show.ts';

export async function review(call: Call, id: string): Promise<ReviewResponse> {
  const { services, actor } = call;
  const view = await services.records.get(call.form, id, actor);
  const form = capturedForm(call, view);
  const { last, before, flags } = await lookAt(call, form, view);
  const names = new RefCollector(services);
  for (const { values } of flags) names.addPlace(values.district);
  names.addAnswers(form, before);
  return {
    previous: last
      ? { id: last.record.id, code: last.record.code, name: last.name, at: dayOf(form, last.record) }
      : null,
    changed: last ? changedSince(form, before, view.record.data) : [],
    before,
    flags,
    refs: await names.load(),
  };
}

/** Returns what there is to look at in a record, for who checks one by one and for who decides about many. */
export async function lookAt(call: Call, form: CompiledForm, { record, scope }: RecordView) {
  const { registry } = call.services;
  const last = await lastVisit(call, form, record);
  const captured = last && (registry.form(last.record.form, last.record.form_version) ?? form);
  const before = last && captured ? answersUnder(form, captured, last.stored) : {};
  const { transitions } = registry.workflow(form);
  const decides = transitions.some(({ bulk, action }) => bulk && getOwn(scope.allowed, action));
  return { last, before, flags: await flagsOf(call, { form, record, before: last && before, decides }) };
}

/** Returns the newest record of the form below the same parent that is not newer than this one, as far as the caller sees. */
async function lastVisit({ services, actor }: Call, form: CompiledForm, record: StoredRecord) {
  const { id, parent_id } = record;
  if (!parent_id || !isOfPlace(form, services.registry.common().review)) return undefined;
  const filters: Filter[] = [
    { field: 'id', op: 'ne', value: id },
    { field: 'date', op: 'lte', value: dayOf(form, record) },
  ];
  const asked = { form, filters, parent_id, sort: ['-date'], page: 1, per_page: 1 };
  return (await services.records.list(asked, actor)).rows[0];
}
