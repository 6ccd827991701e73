/** Finds the records listed in `api.formTypes`: records below a record, or records whose question `by` names it. */
import type { CompiledForm, FormDefinition } from '../definitions/types.ts';
import { badFilter } from '../errors/failure.ts';
import { getOwn } from '../getOwn.ts';
import type { Registry } from '../records/registry.ts';
import type { Filter } from './filter.ts';
import type { ListQuery } from './listQuery.ts';

type FormType = NonNullable<FormDefinition['api']['formTypes']>[string];

/** Returns the conditions that a type puts on its records, whichever record they belong to. */
export function typeFilters({ where = {} }: FormType): Filter[] {
  return Object.entries(where).map(([field, value]) => ({ field, op: 'eq', value }));
}

/** Returns the part of a list query that selects a type's records of one record. */
export function childrenOf(id: string, type: FormType): Pick<ListQuery, 'filters' | 'parent_id'> {
  const filters = typeFilters(type);
  return type.by ? { filters: [...filters, { field: type.by, op: 'eq', value: id }] } : { filters, parent_id: id };
}

/**
 * Returns the form of a type's records and the part of a list query that selects those of one record. Throws `bad_filter` if the
 * form has no such type.
 */
export function childrenIn(registry: Pick<Registry, 'form'>, { definition }: CompiledForm, id: string, type: string) {
  const named = getOwn(definition.api.formTypes ?? {}, type);
  const form = named && registry.form(named.form);
  if (!named || !form) throw badFilter('form_type');
  return { form, below: childrenOf(id, named) };
}
