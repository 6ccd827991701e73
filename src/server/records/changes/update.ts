/** Changes the answers of a record. */
import type { CompiledForm, RecordData } from '../../../core/definitions/types.ts';
import { Failure } from '../../../core/errors/failure.ts';
import { type RecordRow, toStored } from '../../db/records.ts';
import { change, type Plan } from '../change.ts';
import type { RecordDeps } from '../context.ts';
import { mustBeFree, typedCode } from '../create.ts';
import { prepare } from '../prepare.ts';
import { currentName } from '../recordName.ts';
import { askAboutSame } from '../same.ts';
import type { ReadSent, RecordView, SentAnswers, WriteContext } from '../types.ts';
import { mayTake } from './transition.ts';

/** Replaces all answers. The record is read once; `read` is called again only if somebody else changes it meanwhile. */
export function update(
  deps: RecordDeps,
  of: CompiledForm,
  id: string,
  read: ReadSent,
  context: WriteContext,
): Promise<RecordView> {
  return change(deps, of, id, context, (record, scope) => {
    const sent = read({ record: toStored(record), scope, name: record.name });
    const { form, data, version, transition = null } = sent;
    return {
      form,
      version,
      request: { do: 'update', form: form.form, id, version: version ?? null, data, ...(transition && { transition }) },
      mine: data,
      plan: () => planUpdate(deps, record, sent, context),
    };
  });
}

/** Returns the record after the update. Throws if it is not allowed or has errors. */
export async function planUpdate(
  deps: RecordDeps,
  record: RecordRow,
  { form, data: sent, keep, transition }: SentAnswers,
  context: WriteContext,
): Promise<Plan> {
  const { actor } = context;
  const { read, registry, permission, now } = deps;
  permission.mustBeAllowed(permission.scope(form, record, actor), 'edit');
  const step = transition && mayTake(deps, form, record, transition, context);
  if (step && !step.after_edit)
    throw new Failure('validation_failed', { errors: { '/transition': [{ code: 'choice' }] } });
  const { data, place, names, parent } = await prepare(deps, {
    form,
    id: record.id,
    data: { ...sent, ...keptAnswers(deps, form, record, keep) },
    before: record,
    parentId: undefined,
    context,
  });
  const acknowledged = await askAboutSame(deps, form, { id: record.id, data, before: record.data }, context);
  if (place.province_id !== record.province_id) {
    const there = { ...record, province_id: place.province_id };
    permission.mustBeAllowed(permission.scope(form, there, actor), 'edit');
  }
  const isTyped = form.definition.code?.typed === true && form.byProperty.has('code');
  const stored = isTyped && !data.code && record.code ? { ...data, code: record.code } : data;
  const typed = typedCode(form, stored);
  if (typed && typed !== record.code) await mustBeFree(read, form, typed);
  const code = typed ?? record.code;
  const after = {
    ...record,
    ...place,
    form_version: form.version,
    code,
    name: currentName(registry, form, stored, code, names),
    edited_by: actor.id,
    updated_by: actor.id,
    updated_at: now().toISOString(),
    data: stored,
    ...(step && { state: step.to }),
  };
  return { after, action: transition ?? 'edit', names, parent, acknowledged };
}

/** Returns the record's answers under `names` of `form`, even if the record's own version names a question differently. */
function keptAnswers(
  { registry }: RecordDeps,
  form: CompiledForm,
  record: RecordRow,
  names: readonly string[] = [],
): RecordData {
  const captured = registry.form(record.form, record.form_version) ?? form;
  return Object.fromEntries(
    names.flatMap((name) => {
      const question = form.byProperty.get(name)?.id;
      const before = (question && captured.byQuestion.get(question)?.properties[0]) ?? name;
      return record.data[before] === undefined ? [] : [[name, record.data[before]]];
    }),
  );
}
