import { type PickerItems, usePickerItems } from '../controls/useItems.ts';
import { useWidgets } from '../environment.tsx';
import { useFormHost } from '../host.tsx';

/** Returns the form's problem types, in the order of their list. */
export function useProblemTypes(): PickerItems {
  const { source } = useWidgets();
  const list = useFormHost()?.form.definition.problems?.types;
  return usePickerItems(list ? ['choices', list] : null, () => source.choices(list!));
}
