/** Marks a record as deleted. It is kept and shown to people who may restore it. */

import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { RecordMeta } from '../../../core/records/types.ts';
import { planRemoval } from '../../../core/saving/plan.ts';
import type { WriteContext } from '../../../core/saving/types.ts';
import { changeRecord } from '../change.ts';
import type { RecordDeps } from '../context.ts';

export async function removeRecord(
  deps: RecordDeps,
  form: CompiledForm,
  id: string,
  version: number | undefined,
  context: WriteContext,
): Promise<RecordMeta> {
  const removed = await changeRecord(deps, form, id, context, (record) => ({
    form,
    version,
    request: { do: 'delete', form: form.form, id, version: version ?? null },
    plan: () => planRemoval(deps, form, record, context),
  }));
  const { data: _data, ...meta } = removed.record;
  return meta;
}
