/**
 * `GET {base}?counts=1`: counts the undeleted children of each row of a page that the user may see, by the types in
 * `api.formTypes`. One query per type serves all rows, so a page of cards needs no request per card.
 */

import type { CompiledForm } from '../../../core/definitions/types.ts';
import { getOwn } from '../../../core/getOwn.ts';
import { typeFilters } from '../../../core/query/children.ts';
import type { Call } from '../call.ts';

/** Maps record id to form type to count. Zero counts are left out. */
export async function childCounts(
  { services, actor }: Call,
  form: CompiledForm,
  ids: readonly string[],
): Promise<Record<string, Record<string, number>>> {
  const counts: Record<string, Record<string, number>> = {};
  if (ids.length === 0) return counts;
  for (const [key, type] of Object.entries(form.definition.api.formTypes ?? {})) {
    const child = services.registry.form(type.form);
    if (!child) continue;
    const by = type.by ?? 'parent_id';
    const filters = [{ field: by, op: 'in' as const, value: [...ids] }, ...typeFilters(type)];
    for (const { keys, count } of await services.records.aggregate({ form: child, filters, by: [by] }, actor)) {
      const id = keys[0] as string;
      counts[id] = { ...getOwn(counts, id), [key]: count };
    }
  }
  return counts;
}
