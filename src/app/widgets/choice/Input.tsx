import { useMemo } from 'react';
import type { FieldNode } from '../../../core/definitions/types.ts';
import { Combo } from '../controls/Combo.tsx';
import { type RadioOption, RadioRow } from '../controls/RadioRow.tsx';
import { radioOptions } from '../controls/radioOptions.ts';
import { patchOf, stored } from '../controls/stringValue.ts';
import type { Items } from '../controls/useItems.ts';
import { itemName, useWidgets } from '../environment.tsx';
import type { PickItem } from '../source.ts';
import type { InputProps } from '../types.ts';
import { Select } from './Select.tsx';
import { closedItems, useOptions } from './useOptions.ts';

/** Whether its options stand side by side; open lists stand so only when the definition says it. */
export function standsOpen({ def }: FieldNode): boolean {
  return (def['ui:widget'] ?? (def.options && def.options.length <= 5 ? 'radio' : '')) === 'radio';
}

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
  if (standsOpen(props.node)) return <Radios props={props} items={items} />;
  const value = stored(props);
  const look = props.node.def['ui:widget'] ?? (items.length > 15 || loading || failed ? 'search' : 'select');
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
  return <Select props={props} items={items} />;
}
