/** The phone's own list. Its options are built once per list and language and copied by the browser for each question. */
import { useLayoutEffect, useRef } from 'react';
import { patchOf, stored } from '../controls/stringValue.ts';
import { itemName, useWidgets, useWords } from '../environment.tsx';
import type { PickItem } from '../source.ts';
import type { InputProps } from '../types.ts';

const models = new WeakMap<readonly PickItem[], Map<string, DocumentFragment>>();

function model(items: readonly PickItem[], language: Parameters<typeof itemName>[1], choose: string): DocumentFragment {
  const known = models.get(items) ?? new Map<string, DocumentFragment>();
  models.set(items, known);
  let made = known.get(language);
  if (!made) {
    made = document.createDocumentFragment();
    for (const [value, words] of [['', choose], ...items.map((item) => [item.id, itemName(item, language)])]) {
      const option = document.createElement('option');
      option.value = value!;
      option.textContent = words!;
      made.append(option);
    }
    known.set(language, made);
  }
  return made;
}

export function Select({ props, items }: { props: InputProps; items: readonly PickItem[] }) {
  const { language } = useWidgets();
  const { t } = useWords();
  const select = useRef<HTMLSelectElement>(null);
  const drawn = useRef<DocumentFragment>(undefined);
  const raw = stored(props);
  const value = typeof raw === 'string' ? raw : '';
  const choose = t('choice.choose');
  useLayoutEffect(() => {
    const element = select.current!;
    const wanted = model(items, language, choose);
    if (drawn.current !== wanted) {
      element.replaceChildren(wanted.cloneNode(true));
      drawn.current = wanted;
    }
    if (element.value !== value) element.value = value;
  }, [items, language, choose, value]);
  return (
    <select
      ref={select}
      id={props.id}
      name={props.node.name}
      className="am-input"
      disabled={props.disabled}
      aria-invalid={props.invalid || undefined}
      aria-required={props.required || undefined}
      aria-describedby={props.describedBy}
      onChange={(event) => props.onChange(patchOf(props, event.target.value || undefined))}
    />
  );
}
