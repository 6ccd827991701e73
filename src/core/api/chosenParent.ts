/** What a new record is told of the record that it is to belong to, and why no visits are due there. */
import type { CompiledForm, RecordData, Text } from '../definitions/types.ts';
import { canonicalFilters, type Names } from '../figures/merged.ts';
import type { ListFilter } from '../figures/where.ts';
import { optionsOf } from '../form/types/question.ts';
import type { ChosenParent } from '../generated/api.ts';
import type { Registry } from '../records/registry.ts';

/** An answer of the place by which it is not visited: “Monitoring status: suspended”. */
interface Unvisited {
  label: Text;
  answer: Text;
}

/** The place in the version of its form that it was captured with. */
interface Site {
  form: CompiledForm;
  data: RecordData;
}

type Forms = Pick<Registry, 'forms' | 'common' | 'choice'> & Names;

/** Returns the parent of a new record of the form, rendered as `record`, as the create response names it. */
export function chosenParent(registry: Forms, of: CompiledForm, site: Site, record: ChosenParent): ChosenParent {
  const { id, form, code, name, province, district, village, current_state } = record;
  const why = unvisited(registry, of, site);
  const named = { id, form, code, name, province, district, village, current_state };
  return why.length > 0 ? { ...named, unvisited: why } : named;
}

/**
 * Returns the answers of the place that leave it out of the visits that are due (`due.where` of the form, else of another one
 * for the same kind of place). Only conditions that name their values are read. Surveys and registers are no visits.
 */
function unvisited(registry: Forms, { definition }: CompiledForm, site: Site): Unvisited[] {
  if (definition.kind !== 'sheet') return [];
  const isFor = ({ definition: other }: CompiledForm) => other.due && other.parent?.forms.includes(site.form.form);
  const due = definition.due ?? registry.forms().find(isFor)?.definition.due;
  // A condition that counts days back names no value.
  const named = (due?.where ?? []).filter(({ op, daysAgo }) => daysAgo === undefined && (op === 'in' || op === 'eq'));
  return canonicalFilters(named as ListFilter[], site.form, registry).flatMap(({ field, value }) => {
    const node = site.form.byProperty.get(field) ?? site.form.fields.get(field);
    if (!node) return [];
    const answer = String(site.data[node.properties[0] ?? ''] ?? '');
    const list = node.def.choices;
    const now = list === undefined ? answer : registry.canonical(list, answer);
    if ([value].flat().includes(now)) return [];
    const option = optionsOf(node, registry.common().constants)?.find((one) => one.value === answer);
    const item = list === undefined ? undefined : registry.choice(list, answer);
    const names = item && { en: item.name_en, fa: item.name_fa, ps: item.name_ps };
    return [
      {
        label: node.def.short ?? node.def.label,
        answer: option?.label ?? names ?? { en: answer, fa: answer, ps: answer },
      },
    ];
  });
}
