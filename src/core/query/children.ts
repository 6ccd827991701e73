/**
 * Finds the records below another: those listed in `api.formTypes`, which belong to it or name it in the question `by`, and the one
 * whose answers the defaults of a new record read as `last`.
 */
import type { CompiledForm, FormDefinition } from '../definitions/types.ts';
import { badFilter } from '../errors/failure.ts';
import { getOwn } from '../json.ts';
import type { Registry } from '../records/registry.ts';
import type { Filter } from './filter.ts';
import type { ListQuery } from './listQuery.ts';

type FormType = NonNullable<FormDefinition['api']['formTypes']>[string];

/** Returns the conditions that a type puts on its records, whichever record they belong to. */
export function typeFilters({ where = {} }: FormType): Filter[] {
  return Object.entries(where).map(([field, value]) => ({ field, op: 'eq', value }));
}

/** Returns the part of a list query that selects a type's records of one record. */
export function childQueryOf(id: string, type: FormType): Pick<ListQuery, 'filters' | 'parent_id'> {
  const filters = typeFilters(type);
  return type.by ? { filters: [...filters, { field: type.by, op: 'eq', value: id }] } : { filters, parent_id: id };
}

/**
 * Returns the form of a type's records and the part of a list query that selects those of one record. Throws `bad_filter` if the
 * form has no such type.
 */
export function childQueryIn(registry: Pick<Registry, 'form'>, { definition }: CompiledForm, id: string, type: string) {
  const named = getOwn(definition.api.formTypes ?? {}, type);
  const form = named && registry.form(named.form);
  if (!named || !form) throw badFilter('form_type');
  return { form, below: childQueryOf(id, named) };
}

/** Returns the query for the newest record: of those below the parent, or without a parent of those that the person made. */
export function lastRecordQuery(form: CompiledForm, parentId: string | undefined, personId: string): ListQuery {
  const below =
    parentId === undefined
      ? { filters: [{ field: 'created_by', op: 'eq' as const, value: personId }] }
      : { parent_id: parentId, filters: [] };
  return { form, ...below, sort: ['-date'], page: 1, per_page: 1 };
}
