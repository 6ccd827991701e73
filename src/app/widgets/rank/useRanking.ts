/** The order of a question's options while it is made, with what screen readers are told and where the focus goes. */
import { useLayoutEffect, useRef, useState } from 'react';
import { localDigits } from '../../../core/text/letters.ts';
import { moveItem } from '../../data/order.ts';
import { itemName, useWidgets, useWidgetTexts } from '../environment.tsx';
import { useItemNode } from '../markLanguage.tsx';
import type { PickItem } from '../source.ts';
import type { InputProps } from '../types.ts';

export type RankDirection = 'up' | 'down';
export type Ranking = ReturnType<typeof useRanking>;

export function useRanking({ node, value, onChange }: InputProps, items: readonly PickItem[]) {
  const { language } = useWidgets();
  const { fill } = useWidgetTexts();
  const drawnItem = useItemNode();
  const [announced, setAnnounced] = useState('');
  const { root, focusOn } = useFocusOn(value);
  const ranked = Array.isArray(value) ? (value as string[]) : [];
  const left = items.map(({ id }) => id).filter((id) => !ranked.includes(id));
  const most = Math.min(Number(node.schema.maxItems ?? items.length), items.length);
  const itemOf = (option: string) => items.find(({ id }) => id === option);
  const name = (option: string) => itemName(itemOf(option) ?? { id: option }, language);
  const drawn = (option: string) => {
    const item = itemOf(option);
    return item ? drawnItem(item) : option;
  };
  const figure = (number: number) => localDigits(number, language);

  /** The first of the named buttons that can be pressed gets the focus: the one that was pressed moves, closes or goes. */
  const put = (next: readonly string[], option: string, buttons: readonly string[]) => {
    const place = next.indexOf(option) + 1;
    const words = { name: name(option), number: figure(place), total: figure(next.length) };
    setAnnounced(fill(place > 0 ? 'rank.now' : 'rank.out', words));
    focusOn(buttons);
    onChange(next.length > 0 ? [...next] : undefined);
  };
  const move = (option: string, way: RankDirection) => {
    const [to, back] = way === 'up' ? [-1, 'down'] : [1, 'up'];
    put(moveItem(ranked, option, ranked.indexOf(option) + to), option, [`${option}-${way}`, `${option}-${back}`]);
  };
  const remove = (option: string) =>
    put(
      ranked.filter((one) => one !== option),
      option,
      [`${option}-add`],
    );
  const add = (option: string) => {
    const at = left.indexOf(option);
    put([...ranked, option], option, [`${left[at + 1] ?? left[at - 1]}-add`, `${option}-up`, `${option}-remove`]);
  };
  return { root, ranked, left, most, name, drawn, figure, announced, move, remove, add };
}

/** Focuses one of the named buttons after the next change. */
function useFocusOn(value: unknown) {
  const root = useRef<HTMLDivElement>(null);
  const wanted = useRef<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change that counts
  useLayoutEffect(() => {
    const found = wanted.current.map((name) =>
      root.current?.querySelector<HTMLButtonElement>(`[data-focus="${name}"]:not(:disabled)`),
    );
    found.find(Boolean)?.focus();
    wanted.current = [];
  }, [value]);
  const focusOn = (names: readonly string[]) => {
    wanted.current = names;
  };
  return { root, focusOn };
}
