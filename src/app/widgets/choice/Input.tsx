import { useMemo } from 'react';
import { Combo } from '../controls/Combo.tsx';
import { type RadioOption, RadioRow } from '../controls/RadioRow.tsx';
import { radioOptions } from '../controls/radioOptions.ts';
import { patchOf, stored } from '../controls/stringValue.ts';
import type { Items } from '../controls/useItems.ts';
import { itemName, useWidgets, useWords } from '../environment.tsx';
import type { PickItem } from '../source.ts';
import type { InputProps } from '../types.ts';
import { closedItems, useOptions } from './useOptions.ts';

/** Up to five options stand open, up to fifteen in the phone's own list, more are searched. */
export function Input(props: InputProps) {
  return props.node.def.options ? <Face props={props} {...closedItems(props.node)} /> : <OpenChoice {...props} />;
}

function OpenChoice(props: InputProps) {
  return <Face props={props} {...useOptions(props.node)} />;
}

function Radios({ props, items }: { props: InputProps; items: readonly PickItem[] }) {
  const { language } = useWidgets();
  const closed = props.node.def.options;
  const options = useMemo<RadioOption[]>(
    () =>
      closed
        ? radioOptions(closed, language)
        : items.map((item) => ({ value: item.id, label: itemName(item, language) })),
    [closed, items, language],
  );
  return (
    <RadioRow
      props={props}
      name={props.id}
      look={options.some((one) => one.hint) ? 'list' : 'row'}
      options={options}
      value={stored(props)}
      onPick={(one) => props.onChange(patchOf(props, one))}
    />
  );
}

function Face({ props, items, loading, failed }: { props: InputProps } & Items) {
  const { language } = useWidgets();
  const { t } = useWords();
  const value = stored(props);
  const closed = props.node.def.options;
  const look =
    props.node.def['ui:widget'] ??
    (closed && items.length <= 5 ? 'radio' : items.length > 15 || loading || failed ? 'search' : 'select');

  if (look === 'radio') return <Radios props={props} items={items} />;
  if (look === 'search') {
    return (
      <Combo
        id={props.id}
        labelledBy={props.labelledBy}
        describedBy={props.describedBy}
        invalid={props.invalid}
        required={props.required}
        disabled={props.disabled}
        items={items}
        loading={loading}
        failed={failed}
        value={typeof value === 'string' ? [value] : []}
        onPick={([one]) => props.onChange(patchOf(props, one))}
      />
    );
  }
  return (
    <select
      id={props.id}
      className="am-input"
      disabled={props.disabled}
      aria-invalid={props.invalid || undefined}
      aria-required={props.required || undefined}
      aria-describedby={props.describedBy}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => props.onChange(patchOf(props, event.target.value || undefined))}
    >
      <option value="">{t('choice.choose')}</option>
      {items.map((item) => (
        <option key={item.id} value={item.id}>
          {itemName(item, language)}
        </option>
      ))}
    </select>
  );
}
