import { type Items, useItems } from '../controls/useItems.ts';
import { useWidgets } from '../environment.tsx';
import { useFormHost } from '../host.tsx';

/** Returns the form's problem types, in the order of their list. */
export function useProblemTypes(): Items {
  const { source } = useWidgets();
  const list = useFormHost()?.form.definition.problems?.types;
  return useItems(list ? ['choices', list] : null, () => source.choices(list!));
}
