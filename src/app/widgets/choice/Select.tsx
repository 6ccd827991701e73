/**
 * A native select. Its options are built once per list and language in a separate document and cloned from there. A browser
 * with autofill tracks every select that is filled inside the page and then lays out the section around it, even off screen.
 * React only sets which option is chosen. In JSX, 500 questions took 44 % longer to open.
 */
import { useLayoutEffect, useRef } from 'react';
import { getOrMake, memoizeByObject } from '../../../core/memoize.ts';
import type { Language } from '../../../core/text/languages.ts';
import { useWidgets, useWidgetTexts } from '../environment.tsx';
import { useItemText } from '../markLanguage.tsx';
import type { PickItem } from '../source.ts';
import type { InputProps } from '../types.ts';

const models = memoizeByObject(undefined, (_items: readonly PickItem[]) => new Map<string, HTMLSelectElement>());
let aside: Document | undefined;

function model(items: readonly PickItem[], language: Language, choose: string, nameOf: (item: PickItem) => string) {
  return getOrMake('drop-downs in a language', models(items), language, () => {
    aside ??= document.implementation.createHTMLDocument('');
    const made = aside.createElement('select');
    made.className = 'am-input';
    for (const [value, words] of [['', choose], ...items.map((item) => [item.id, nameOf(item)])]) {
      const option = aside.createElement('option');
      option.value = value!;
      option.textContent = words!;
      made.append(option);
    }
    return made;
  });
}

function say(element: HTMLElement, attribute: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(attribute);
  else if (element.getAttribute(attribute) !== value) element.setAttribute(attribute, value);
}

export function Select({ props, items }: { props: InputProps; items: readonly PickItem[] }) {
  const { id, node, disabled, invalid, required, describedBy } = props;
  const { language } = useWidgets();
  const { t } = useWidgetTexts();
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<{ model: HTMLSelectElement; list: HTMLSelectElement }>(undefined);
  const raw = props.value;
  const value = typeof raw === 'string' ? raw : '';
  const choose = t('choice.choose');
  const nameOf = useItemText();
  // biome-ignore lint/correctness/useExhaustiveDependencies: names are those of items and language
  useLayoutEffect(() => {
    const wanted = model(items, language, choose, nameOf);
    const fresh = drawn.current?.model !== wanted;
    if (fresh) drawn.current = { model: wanted, list: wanted.cloneNode(true) as HTMLSelectElement };
    const { list } = drawn.current!;
    list.id = id;
    list.name = node.name;
    if (list.disabled !== disabled) list.disabled = disabled;
    say(list, 'aria-invalid', invalid ? 'true' : undefined);
    say(list, 'aria-required', required ? 'true' : undefined);
    say(list, 'aria-describedby', describedBy);
    if (list.value !== value) list.value = value;
    if (fresh) place.current!.replaceChildren(list);
  }, [items, language, choose, value, id, node, disabled, invalid, required, describedBy]);
  return (
    <div ref={place} onInput={(event) => props.onChange((event.target as HTMLSelectElement).value || undefined)} />
  );
}
