/** Finds the record whose answers the defaults of a new one read as `last`. */
import type { CompiledForm } from '../definitions/types.ts';
import type { ListQuery } from './listQuery.ts';

/** Returns the query for the newest record: of those below the parent, or without a parent of those that the person made. */
export function lastRecordQuery(form: CompiledForm, parentId: string | undefined, personId: string): ListQuery {
  const below =
    parentId === undefined
      ? { filters: [{ field: 'created_by', op: 'eq' as const, value: personId }] }
      : { parent_id: parentId, filters: [] };
  return { form, ...below, sort: ['-date'], page: 1, per_page: 1 };
}
