/** Undoes the deletion of a record. */
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { Failure } from '../../../core/errors/failure.ts';
import { findRecord } from '../../db/records.ts';
import { change } from '../change.ts';
import type { RecordDeps } from '../context.ts';
import type { RecordView, WriteContext } from '../types.ts';

export function restore(deps: RecordDeps, form: CompiledForm, id: string, context: WriteContext): Promise<RecordView> {
  const { read, permission, now } = deps;
  const { actor } = context;
  return change(deps, form, id, context, (record) => ({
    form,
    request: { do: 'restore', form: form.form, id },
    async plan() {
      if (!permission.mayRestore(actor)) throw new Failure('forbidden', { params: { action: 'restore' } });
      if (record.deleted_at === null)
        throw new Failure('transition_not_possible', { params: { action: 'restore', state: record.state } });
      const parent = record.parent_id === null ? undefined : await findRecord(read, record.parent_id);
      if (parent?.deleted_at) throw new Failure('parent_deleted');
      return {
        after: { ...record, deleted_at: null, updated_by: actor.id, updated_at: now().toISOString() },
        action: 'restore',
      };
    },
  }));
}
