/** Why a place is not visited now, for whoever begins a visit there all the same. */
import type { CompiledForm, RecordData, Text } from '../definitions/types.ts';
import { optionsOf } from '../form/types/question.ts';
import type { Registry } from '../records/registry.ts';

/** An answer of the place by which it is not visited: “Monitoring status: suspended”. */
export interface Unvisited {
  label: Text;
  answer: Text;
}

/**
 * Returns the answers of the place that leave it out of the visits that are due (`due.where` of the form, else of another one
 * for the same kind of place). Only conditions that name their values are read. Surveys and registers are no visits.
 */
export function unvisited(
  registry: Pick<Registry, 'forms' | 'common'>,
  { definition }: CompiledForm,
  site: { form: CompiledForm; data: RecordData },
): Unvisited[] {
  if (definition.kind !== 'sheet') return [];
  const isFor = ({ definition: other }: CompiledForm) => other.due && other.parent?.forms.includes(site.form.form);
  const due = definition.due ?? registry.forms().find(isFor)?.definition.due;
  return (due?.where ?? []).flatMap(({ field, op, value }) => {
    const node = site.form.byProperty.get(field) ?? site.form.fields.get(field);
    const answer = String(site.data[node?.properties[0] ?? ''] ?? '');
    if (!node || (op !== 'in' && op !== 'eq') || [value].flat().includes(answer)) return [];
    const option = optionsOf(node, registry.common().constants)?.find((one) => one.value === answer);
    return [
      { label: node.def.short ?? node.def.label, answer: option?.label ?? { en: answer, fa: answer, ps: answer } },
    ];
  });
}
