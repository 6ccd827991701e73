import { useState } from 'react';
import { applyExclusiveOptions } from '../../../core/form/types/options/multi.ts';
import { listComma } from '../../../core/text/languages.ts';
import { hasNoOptions, NoOptionsNotice } from '../choice/NoOption.tsx';
import { useOfferedOptions } from '../choice/useOfferedOptions.ts';
import { isSearchedList, useFieldOptions } from '../choice/useOptions.ts';
import { Combo } from '../controls/Combo.tsx';
import { OptionPicker } from '../controls/OptionPicker.tsx';
import type { PickerItems } from '../controls/useItems.ts';
import { itemName, useWidgets, useWidgetTexts } from '../environment.tsx';
import { useItemNode } from '../markLanguage.tsx';
import { drawMediaOptions, hasOptionMedia } from '../media/mediaOptions.tsx';
import { useOfferedPlaces } from '../place/useOfferedPlaces.ts';
import type { InputProps } from '../types.ts';

/** Checkboxes, or a searchable list if there are more than 12 options (unless the definition asks for checkboxes). */
export function Input(props: InputProps) {
  return isSearchedList(props.node) ? <OptionPicker {...props} multiple /> : <ListedInput {...props} />;
}

function ListedInput(props: InputProps) {
  const { def } = props.node;
  const node = useOfferedOptions(props.node, props.value);
  const list = useOfferedPlaces(props, useFieldOptions(node));
  const { items, loading, failed } = list;
  const [cleared, setCleared] = useState<string[]>([]);
  const raw = props.value;
  const chosen = Array.isArray(raw) ? (raw as string[]) : [];
  const pick = (ids: string[]) => {
    const left = applyExclusiveOptions(def, chosen, ids);
    setCleared(ids.filter((id) => !left.includes(id)));
    props.onChange(left.length > 0 ? left : undefined);
  };
  // Stored in the order of the definition, whatever the order of ticking or of a random list.
  const ids = def.options?.map(({ value }) => value) ?? items.map(({ id }) => id);
  const tick = (one: string, isChosen: boolean) =>
    pick(ids.filter((id) => (id === one ? isChosen : chosen.includes(id))));
  const isLong = items.length > 12 && def['ui:widget'] !== 'checkboxes';
  return (
    <>
      {hasNoOptions(props, list) ? (
        <NoOptionsNotice id={props.id} />
      ) : hasOptionMedia(def) ? (
        drawMediaOptions({ props: { ...props, node }, chosen, onPick: tick })
      ) : loading || failed || isLong ? (
        <Combo {...props} {...list} multiple value={chosen} onPick={pick} />
      ) : (
        <Checks {...{ props, items, chosen, tick }} />
      )}
      {def.options?.some(({ exclusive }) => exclusive) && <Cleared items={items} ids={cleared} />}
    </>
  );
}

interface ChecksProps extends Pick<PickerItems, 'items'> {
  props: InputProps;
  chosen: string[];
  tick: (id: string, isChosen: boolean) => void;
}

function Checks({ props, items, chosen, tick }: ChecksProps) {
  const drawn = useItemNode();
  const { say } = useWidgetTexts();
  const { options } = props.node.def;
  const hints = new Map(options?.map((o) => [o.value, say(o.hint)]));
  return (
    <div className="am-checks">
      {items.map((item, index) => (
        <label key={item.id} className="am-check am-inline">
          <input
            type="checkbox"
            id={index === 0 ? props.id : undefined}
            checked={chosen.includes(item.id)}
            disabled={props.disabled}
            aria-invalid={props.invalid || undefined}
            aria-describedby={props.describedBy}
            onChange={(event) => tick(item.id, event.target.checked)}
          />
          <span>
            {drawn(item)}
            {hints.get(item.id) && <small>{hints.get(item.id)}</small>}
          </span>
        </label>
      ))}
    </div>
  );
}

/** Tells screen readers which answers an exclusive option has cleared, or that it was cleared itself. */
function Cleared({ items, ids }: Pick<PickerItems, 'items'> & { ids: string[] }) {
  const { language } = useWidgets();
  const { fill } = useWidgetTexts();
  const names = items.filter(({ id }) => ids.includes(id)).map((item) => itemName(item, language));
  return (
    <output className="am-visually-hidden">
      {names.length > 0 && fill('choice.cleared', { names: names.join(listComma(language)) })}
    </output>
  );
}
