/**
 * `GET {base}?counts=1`: of the rows of a page, how many living records of each type in `api.formTypes` belong to each of
 * them and may be seen by who asks; one question for all rows, so that a page of cards needs no call per card.
 */
import type { CompiledForm } from '../../core/definitions/types.ts';
import type { Call } from './call.ts';

/** Record id to form type to number; what has none is left out. Types of deeper descendants are not counted. */
export async function childCounts(
  { rooms, actor }: Call,
  form: CompiledForm,
  ids: readonly string[],
): Promise<Record<string, Record<string, number>>> {
  const counts: Record<string, Record<string, number>> = {};
  if (ids.length === 0) return counts;
  for (const [type, { form: name, by = 'parent_id', where = {} }] of Object.entries(
    form.definition.api.formTypes ?? {},
  )) {
    const child = rooms.library.form(name);
    if (!child) continue;
    if (by === 'parent_id' && !child.definition.parent?.forms.some((one) => one === form.form)) continue;
    const filters = [
      { field: by, op: 'in' as const, value: [...ids] },
      ...Object.entries(where).map(([field, value]) => ({ field, op: 'eq' as const, value })),
    ];
    for (const { keys, count } of await rooms.records.tally({ form: child, filters, by: [by] }, actor)) {
      const id = keys[0] as string;
      counts[id] = { ...counts[id], [type]: count };
    }
  }
  return counts;
}
