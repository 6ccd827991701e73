import { Combo } from '../controls/Combo.tsx';
import { RadioRow } from '../controls/RadioRow.tsx';
import { patchOf, stored } from '../controls/stringValue.ts';
import { itemName, useSay, useWidgets, useWords } from '../environment.tsx';
import type { InputProps } from '../types.ts';
import { useOptions } from './useOptions.ts';

/** Up to five options stand open, up to fifteen in the phone's own list, more are searched. */
export function Input(props: InputProps) {
  const { language } = useWidgets();
  const { t } = useWords();
  const say = useSay();
  const { items, loading, failed } = useOptions(props.node);
  const value = stored(props);
  const wanted = props.node.def['ui:widget'];
  const look =
    wanted ??
    (props.node.def.options && items.length <= 5
      ? 'radio'
      : items.length > 15 || loading || failed
        ? 'search'
        : 'select');

  if (look === 'radio') {
    const hints = new Map(props.node.def.options?.map((o) => [o.value, say(o.hint)]));
    const long = [...hints.values()].some(Boolean);
    return (
      <RadioRow
        props={props}
        name={props.id}
        look={long ? 'list' : 'row'}
        options={items.map((item) => ({
          value: item.id,
          label: itemName(item, language),
          hint: hints.get(item.id) || undefined,
        }))}
        value={value}
        onPick={(one) => props.onChange(patchOf(props, one))}
      />
    );
  }
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
