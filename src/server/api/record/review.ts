/**
 * `GET {base}/{id}/review`: what a reviewer compares the record with, the last record of its form below the same parent, and
 * what the rules of the definitions find in it.
 */
import type { CompiledForm, FieldNode, RecordData } from '../../../core/definitions/types.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import { holdsFiles, isAsked } from '../../../core/form/types/question.ts';
import type { ReviewResponse } from '../../../core/generated/api.ts';
import type { StoredRecord } from '../../../core/records/types.ts';
import { canonicalJson } from '../../definitions/canonical.ts';
import type { Filter, ListRow } from '../../records/types.ts';
import type { Call } from '../call.ts';
import { flagsOf } from './flags.ts';
import { RefCollector } from './refs.ts';
import { capturedForm } from './show.ts';

export async function review(call: Call, id: string): Promise<ReviewResponse> {
  const { services, actor } = call;
  const view = await services.records.get(call.form, id, actor);
  const form = capturedForm(call, view);
  const last = await lastVisit(call, form, view.record);
  const before = last ? answersOf(call, form, last) : {};
  const compared = last ? [...form.fields.values()].filter((node) => isCompared(form, node)) : [];
  const { transitions } = services.registry.workflow(form);
  const decides = transitions.some(({ bulk, action }) => bulk && view.scope.allowed[action]);
  const flags = await flagsOf(call, { form, record: view.record, before: last && before, decides });
  const names = new RefCollector(services);
  for (const { values } of flags) names.addPlace(values.district);
  names.addAnswers(form, before);
  return {
    previous: last
      ? { id: last.record.id, code: last.record.code, name: last.name, at: dayOf(form, last.record) }
      : null,
    changed: compared.filter((node) => !isSame(node, before, view.record.data)).map(({ name }) => name),
    before,
    flags,
    refs: await names.load(),
  };
}

/** Returns the newest record of the form below the same parent that is not newer than this one, as far as the caller sees. */
async function lastVisit({ services, actor }: Call, form: CompiledForm, record: StoredRecord) {
  const { id, parent_id } = record;
  if (!parent_id) return undefined;
  const filters: Filter[] = [
    { field: 'id', op: 'ne', value: id },
    { field: 'date', op: 'lte', value: dayOf(form, record) },
  ];
  const asked = { form, filters, parent_id, sort: ['-date'], page: 1, per_page: 1 };
  return (await services.records.list(asked, actor)).rows[0];
}

function dayOf({ definition }: CompiledForm, { data, created_at }: StoredRecord): string {
  const day = definition.date && data[definition.date];
  return typeof day === 'string' ? day : created_at.slice(0, 10);
}

/** Returns the answers of a record under the names of `form`, which may be another version. */
function answersOf({ services }: Call, form: CompiledForm, { record, stored }: ListRow): RecordData {
  const captured = services.registry.form(record.form, record.form_version) ?? form;
  const answers: RecordData = {};
  for (const { id, properties } of form.fields.values()) {
    const then = captured.byQuestion.get(id)?.properties ?? [];
    for (const [at, name] of properties.entries()) answers[name] = stored[then[at] ?? ''];
  }
  return answers;
}

/** The day, pictures and rows differ at every visit, which tells a reviewer nothing. */
function isCompared({ definition }: CompiledForm, node: FieldNode): boolean {
  return isAsked(node) && node.name !== definition.date && !holdsFiles(node) && !node.columns;
}

function isSame(node: FieldNode, before: RecordData, now: RecordData): boolean {
  const [then, next] = [before, now].map((data) => FIELD_TYPES[node.type].isEmpty(node, data));
  if (then || next) return then === next;
  return node.properties.every((name) => canonicalJson(before[name] ?? null) === canonicalJson(now[name] ?? null));
}
