/** What a choice or multi field offers: its closed options, or the items of an open list. */

import type { FieldNode } from '../../../core/definitions/types.ts';
import { type Items, useItems } from '../controls/useItems.ts';
import { useWidgets } from '../environment.tsx';
import type { PickItem } from '../source.ts';

export function useOptions(node: FieldNode): Items {
  const { source } = useWidgets();
  const list = node.def.choices ?? '';
  const open = useItems(node.def.options || !list ? null : ['choices', list], () => source.choices(list));
  return node.def.options ? { items: closed(node), loading: false } : open;
}

const memo = new WeakMap<FieldNode, PickItem[]>();

function closed(node: FieldNode): PickItem[] {
  let items = memo.get(node);
  if (!items) {
    items = (node.def.options ?? []).map(({ value, label }) => ({
      id: value,
      name: label.en,
      name_en: label.en,
      name_fa: label.fa,
      name_ps: label.ps,
    }));
    memo.set(node, items);
  }
  return items;
}
