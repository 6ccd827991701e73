/** Returns the places that the filter of a question offers. They come in short lists, so the filter runs here. */
import { useEffect, useMemo } from 'react';
import type { FilterOption } from '../../../core/form/offered.ts';
import { toIdList } from '../../../core/form/types/fieldType.ts';
import { isObject } from '../../../core/json.ts';
import type { PickerItems } from '../controls/useItems.ts';
import { useFilterAnswers, useFormHost } from '../host.tsx';
import type { PickItem } from '../source.ts';
import type { InputProps } from '../types.ts';

/** A chosen place stays, so that it can be seen and changed. Without a filter of places, the same list is returned. */
export function useOfferedPlaces({ node, base, value }: InputProps, list: PickerItems): PickerItems {
  const store = useFormHost()?.store;
  const answers = useFilterAnswers(node, base);
  const filtered = node.def.filter && !node.def.options ? store : undefined;
  const { items } = list;
  useEffect(() => filtered?.meetOptions(node, items.map(optionOf)), [filtered, node, items]);
  return useMemo(() => {
    if (!filtered) return list;
    const offered = new Set<unknown>(filtered.offeredAmong(node, items.map(optionOf), JSON.parse(answers)));
    for (const id of isObject(value) ? Object.values(value) : toIdList(value)) offered.add(id);
    return { ...list, items: items.filter(({ id }) => offered.has(id)) };
  }, [filtered, node, list, items, answers, value]);
}

function optionOf({ id, pcode, parent_id, level }: PickItem): FilterOption {
  return { value: id, code: pcode, parent: parent_id, level } as FilterOption;
}
