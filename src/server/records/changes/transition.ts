/** Changes the state of a record by a transition of the form's workflow. */

import type { CompiledForm } from '../../../core/definitions/types.ts';
import { planTransition } from '../../../core/saving/plan.ts';
import type { RecordView, WriteContext } from '../../../core/saving/types.ts';
import { change } from '../change.ts';
import type { RecordDeps } from '../context.ts';

export function transition(
  deps: RecordDeps,
  form: CompiledForm,
  id: string,
  action: string,
  comment: string | undefined,
  version: number | undefined,
  context: WriteContext,
  fields: { field: string; comment: string }[] = [],
): Promise<RecordView> {
  return change(deps, form, id, context, (record) => ({
    form,
    version,
    request: { do: action, form: form.form, id, version: version ?? null, comment: comment ?? null, fields },
    plan: () => planTransition(deps, form, record, { action, comment, fields }, context),
  }));
}
