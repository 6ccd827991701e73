/** Collects the choice lists that checks of answers need. Cached per form and revision of the registry. */
import type { CompiledForm } from '../definitions/types.ts';
import type { FilterContext } from '../form/fieldRules.ts';
import type { ChoiceItem, Registry } from '../records/registry.ts';
import { listedOption } from './filterOptions.ts';

interface CheckContext {
  problemTypes?: readonly ChoiceItem[];
  /** Ids in each open choice list that the form uses. */
  choices: Record<string, ReadonlySet<string>>;
  /** Items of lists and places with their attributes. */
  optionOf: NonNullable<FilterContext['optionOf']>;
}

const known = new WeakMap<Registry, { revision: number; byForm: Map<CompiledForm, CheckContext> }>();

export function checkContext(form: CompiledForm, registry: Registry): CheckContext {
  const revision = registry.revision();
  let state = known.get(registry);
  if (state?.revision !== revision) {
    state = { revision, byForm: new Map() };
    known.set(registry, state);
  }
  const found = state.byForm.get(form) ?? contextOf(form, registry);
  state.byForm.set(form, found);
  return found;
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
