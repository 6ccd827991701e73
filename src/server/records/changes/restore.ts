/** Undoes the deletion of a record. */

import type { CompiledForm } from '../../../core/definitions/types.ts';
import { planRestore } from '../../../core/saving/plan.ts';
import type { RecordWithScope, WriteContext } from '../../../core/saving/types.ts';
import { changeRecord } from '../change.ts';
import type { RecordDeps } from '../context.ts';

export function restoreRecord(
  deps: RecordDeps,
  form: CompiledForm,
  id: string,
  context: WriteContext,
): Promise<RecordWithScope> {
  return changeRecord(deps, form, id, context, (record) => ({
    form,
    request: { do: 'restore', form: form.form, id },
    plan: () => planRestore(deps, record, context),
  }));
}
