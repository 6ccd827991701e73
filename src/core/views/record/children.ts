/** How many records lie below others, by the types of `api.formTypes`, as far as the person sees them. */
import type { CompiledForm } from '../../definitions/types.ts';
import { getOwn } from '../../getOwn.ts';
import { typeFilters } from '../../query/children.ts';
import { hidesSource } from '../../records/permission.ts';
import type { Reads } from '../reads.ts';

type Counting = Pick<Reads, 'registry' | 'actor' | 'countBy'>;

/** Returns the numbers below one record, by type. */
export async function childCounts(reads: Counting, form: CompiledForm, id: string): Promise<Record<string, number>> {
  const types = await countTypes(reads, form, [id]);
  return Object.fromEntries(types.map(([key, counts]) => [key, counts.get(id) ?? 0]));
}

/** Returns the numbers below each of several records, by id and type. Zeros are left out. */
export async function childCountsOf(
  reads: Counting,
  form: CompiledForm,
  ids: readonly string[],
): Promise<Record<string, Record<string, number>>> {
  const found: Record<string, Record<string, number>> = {};
  if (ids.length === 0) return found;
  for (const [key, counts] of await countTypes(reads, form, ids))
    for (const [id, count] of counts) found[id] = { ...getOwn(found, id), [key]: count };
  return found;
}

/** One query for each type serves all ids. A type that tells a restricted answer is left out for who may not read it. */
async function countTypes(reads: Counting, form: CompiledForm, ids: readonly string[]) {
  const counted: [type: string, counts: ReadonlyMap<string, number>][] = [];
  for (const [key, type] of Object.entries(form.definition.api.formTypes ?? {})) {
    const child = reads.registry.form(type.form);
    const by = type.by ?? 'parent_id';
    const filters = [{ field: by, op: 'in' as const, value: [...ids] }, ...typeFilters(type)];
    if (!child || filters.some(({ field }) => hidesSource(child, field, reads.actor, reads.registry))) continue;
    counted.push([key, await reads.countBy(child, filters, by)]);
  }
  return counted;
}
