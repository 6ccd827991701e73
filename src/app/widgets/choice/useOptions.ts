/** Returns the options of a choice or multi field: those in the definition, or the items of an open list. */
import { namedFromText } from '../../../core/api/names.ts';
import type { FieldNode } from '../../../core/definitions/types.ts';
import { memoizeByObject } from '../../../core/memoize.ts';
import { type PickerItems, usePickerItems } from '../controls/useItems.ts';
import { useWidgets } from '../environment.tsx';
import type { PickItem } from '../source.ts';

/** Returns true if the options are in an open list that is searched on the server: a long one, or one with a filter. */
export function isSearchedList({ def }: FieldNode): boolean {
  return def.choices !== undefined && (def.filter !== undefined || def['ui:widget'] === 'search');
}

export function useFieldOptions(node: FieldNode): PickerItems {
  const { source } = useWidgets();
  const list = node.def.choices ?? '';
  const { places } = node.def;
  const open = usePickerItems(
    node.def.options ? null : places ? ['places', places] : list ? ['choices', list] : null,
    () => (places ? source.provinces() : source.choices(list)),
  );
  return node.def.options ? closedItems(node) : open;
}

/** Returns the options that the definition itself lists. The same list at every render lets its DOM be built once and cloned. */
export const closedItems = memoizeByObject('options of questions', ({ def }: FieldNode): PickerItems => {
  const items: PickItem[] = (def.options ?? []).map(({ value, label }) => ({
    ...namedFromText(value, label, 'en'),
    label,
  }));
  return { items, loading: false };
});
