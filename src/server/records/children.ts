/** What belongs to a record by `api.formTypes`: records below it, or records that name it in a question of theirs (`by`). */
import type { FormDefinition } from '../../core/definitions/types.ts';
import type { Filter, ListQuery } from './types.ts';

type FormType = NonNullable<FormDefinition['api']['formTypes']>[string];

/** The conditions a type puts on its records, whomever they belong to. */
export function typeFilters({ where = {} }: FormType): Filter[] {
  return Object.entries(where).map(([field, value]) => ({ field, op: 'eq', value }));
}

/** Records of a type that belong to one record, as part of a list query. */
export function childrenOf(id: string, type: FormType): Pick<ListQuery, 'filters' | 'parent_id'> {
  const filters = typeFilters(type);
  return type.by ? { filters: [...filters, { field: type.by, op: 'eq', value: id }] } : { filters, parent_id: id };
}
