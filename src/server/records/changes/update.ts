/** Other answers. */
import type { CompiledForm, RecordData } from '../../../core/definitions/types.ts';
import type { RecordRow } from '../../projections/projector.ts';
import { change, type Plan } from '../change.ts';
import type { RecordDeps } from '../context.ts';
import { mustBeFree, typedCode } from '../create.ts';
import { keptAnswers } from '../keptAnswers.ts';
import { currentName } from '../recordName.ts';
import { toMeta } from '../rows.ts';
import type { RecordView, WriteContext } from '../types.ts';

export function update(
  deps: RecordDeps,
  form: CompiledForm,
  id: string,
  data: RecordData,
  version: number | undefined,
  context: WriteContext,
): Promise<RecordView> {
  const request = { do: 'update', form: form.form, id, version: version ?? null, data };
  const plan = (record: RecordRow) => planUpdate(deps, form, record, data, context);
  return change(deps, { form, id, version, context, request, mine: data, plan });
}

async function planUpdate(
  deps: RecordDeps,
  form: CompiledForm,
  record: RecordRow,
  sent: RecordData,
  { actor, keep }: WriteContext,
): Promise<Plan> {
  const { read, registry, permission, now } = deps;
  const { id } = record;
  permission.mustBeAllowed(permission.scope(form, toMeta(record), actor), 'edit');
  const whole = { ...sent, ...keptAnswers(registry, form, record, keep) };
  const { data, place, names, parent } = await deps.prepare(read, {
    form,
    id,
    data: whole,
    before: record,
    parentId: undefined,
    actor,
    now: now(),
  });
  if (place.province_id !== record.province_id) {
    const there = { ...toMeta(record), province_id: place.province_id };
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
    name: currentName(deps, form, stored, code, names),
    updated_by: actor.id,
    updated_at: now().toISOString(),
    data: stored,
  };
  return { after, action: 'edit', names, parent };
}
