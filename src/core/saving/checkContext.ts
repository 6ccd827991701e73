/** Collects the choice lists that checks of answers need. Remembered by form until the registry changes. */
import type { CompiledForm } from '../definitions/types.ts';
import type { FilterContext } from '../form/fieldRules.ts';
import { onceWhile } from '../onceFor.ts';
import type { ChoiceItem, Registry } from '../records/registry.ts';
import { listedOption } from './filterOptions.ts';

interface CheckContext {
  problemTypes?: readonly ChoiceItem[];
  /** Ids in each open choice list that the form uses. */
  choices: Record<string, ReadonlySet<string>>;
  /** Items of lists and places with their attributes. */
  optionOf: NonNullable<FilterContext['optionOf']>;
}

const contexts = onceWhile<CompiledForm, CheckContext>('lists that checks need');

export function checkContext(form: CompiledForm, registry: Registry): CheckContext {
  return contexts(form, [registry, registry.revision()], () => contextOf(form, registry));
}

function contextOf({ fields, definition: { problems } }: CompiledForm, registry: Registry): CheckContext {
  const nodes = [...fields.values()].flatMap((node) => [node, ...(node.columns ?? [])]);
  const lists = new Set(nodes.flatMap(({ def }) => def.choices ?? []));
  return {
    ...(problems && { problemTypes: registry.choices(problems.types) }),
    choices: Object.fromEntries([...lists].map((list) => [list, new Set(registry.choices(list).map(({ id }) => id))])),
    optionOf: (node, id) => listedOption(registry, node, id),
  };
}
