/** Marks a record as deleted. It is kept and shown to people who may restore it. */
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { Failure } from '../../../core/errors/failure.ts';
import type { RecordMeta } from '../../../core/records/types.ts';
import { change } from '../change.ts';
import type { RecordDeps } from '../context.ts';
import type { WriteContext } from '../types.ts';

export async function remove(
  deps: RecordDeps,
  form: CompiledForm,
  id: string,
  version: number | undefined,
  context: WriteContext,
): Promise<RecordMeta> {
  const { read, permission, now } = deps;
  const removed = await change(deps, form, id, context, (record) => ({
    form,
    version,
    request: { do: 'delete', form: form.form, id, version: version ?? null },
    async plan() {
      if (record.deleted_at !== null) throw new Failure('record_not_found');
      permission.mustBeAllowed(permission.scope(form, record, context.actor), 'delete');
      const child = await read
        .selectFrom('records')
        .select('id')
        .where('parent_id', '=', id)
        .where('deleted_at', 'is', null)
        .limit(1)
        .executeTakeFirst();
      if (child) throw new Failure('has_children');
      const at = now().toISOString();
      return {
        after: { ...record, deleted_at: at, updated_by: context.actor.id, updated_at: at },
        action: 'delete',
      };
    },
  }));
  const { data: _data, ...meta } = removed.record;
  return meta;
}
