/** Changes the state of a record by a transition of the form's workflow. */
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { Failure } from '../../../core/errors/failure.ts';
import type { RecordRow } from '../../db/records.ts';
import { change } from '../change.ts';
import type { RecordDeps } from '../context.ts';
import type { RecordView, WriteContext } from '../types.ts';

/** Returns the transition from the record's state. Throws if there is none or the actor may not take it. */
export function mayTake(
  { registry, permission }: RecordDeps,
  form: CompiledForm,
  record: RecordRow,
  action: string,
  { actor }: WriteContext,
) {
  const found = registry
    .workflow(form)
    .transitions.find((one) => one.action === action && one.from.includes(record.state));
  const scope = permission.scope(form, record, actor);
  if (found || scope.refused[action]) permission.mustBeAllowed(scope, action);
  if (!found) throw new Failure('transition_not_possible', { params: { action, state: record.state } });
  return found;
}

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
  const { now } = deps;
  const { actor } = context;
  const words = comment?.trim() ?? '';
  return change(deps, form, id, context, (record) => ({
    form,
    version,
    request: { do: action, form: form.form, id, version: version ?? null, comment: comment ?? null, fields },
    plan() {
      const found = mayTake(deps, form, record, action, context);
      if (found.comment === 'required' && words === '' && !fields.some((one) => one.comment.trim() !== ''))
        throw new Failure('transition_comment_required', { params: { action } });
      const after = { ...record, state: found.to, updated_by: actor.id, updated_at: now().toISOString() };
      return { after, action, comment: words || null, fields };
    },
  }));
}
