import type { FieldNode, Text } from '../../../core/definitions/types.ts';
import { memoizeByWord } from '../../../core/memoize.ts';
import type { Language } from '../../../core/text/languages.ts';
import { Combo } from '../controls/Combo.tsx';
import { OptionPicker } from '../controls/OptionPicker.tsx';
import { type RadioOption, RadioRow, radioOptions } from '../controls/RadioRow.tsx';
import type { PickerItems } from '../controls/useItems.ts';
import { itemName, useWidgets } from '../environment.tsx';
import { type LanguageMarks, useTextMarks } from '../markLanguage.tsx';
import { drawMediaOptions, hasOptionMedia } from '../media/mediaOptions.tsx';
import type { PickItem } from '../source.ts';
import type { InputProps } from '../types.ts';
import { hasNoOptions, NoOptionsNotice } from './NoOption.tsx';
import { Select } from './Select.tsx';
import { useOfferedOptions } from './useOfferedOptions.ts';
import { closedItems, isSearchedList, useFieldOptions } from './useOptions.ts';

/** Returns true if the options are radio buttons. For open lists that is only so if the definition asks for it. */
export function showsRadios({ def }: FieldNode): boolean {
  return (
    hasOptionMedia(def) || (def['ui:widget'] ?? (def.options && def.options.length <= 5 ? 'radio' : '')) === 'radio'
  );
}

/** By default up to 5 fixed options are radio buttons, up to 15 items are a select, more are a searchable list. */
export function Input(props: InputProps) {
  const { language } = useWidgets();
  const marks = useTextMarks();
  const node = useOfferedOptions(props.node, props.value);
  if (isSearchedList(node)) return <OptionPicker {...props} />;
  return node.def.options ? (
    drawn({ ...props, node }, closedItems(node), language, showsRadios(props.node), marks)
  ) : (
    <OpenChoice {...props} />
  );
}

function OpenChoice(props: InputProps) {
  const { language } = useWidgets();
  return drawn(props, useFieldOptions(props.node), language, showsRadios(props.node));
}

function drawn(
  props: InputProps,
  list: PickerItems,
  language: Language,
  isOpen: boolean,
  marks?: (label: Text) => LanguageMarks | undefined,
) {
  const { items, loading, failed } = list;
  const { node, id, value, onChange } = props;
  if (hasNoOptions(props, list)) return <NoOptionsNotice id={id} />;
  const pick = (one: string | undefined) => onChange(one);
  if (hasOptionMedia(node.def)) {
    const chosen = typeof value === 'string' ? [value] : [];
    return drawMediaOptions({ props, chosen, onPick: pick, onClear: () => pick(undefined) });
  }
  if (isOpen) {
    const options = node.def.options
      ? radioOptions(node.def.options, language, { ...(marks && { marks }) })
      : openRadios(items, language);
    const look = options.some((one) => one.hint) ? 'list' : 'row';
    return <RadioRow props={props} name={id} look={look} options={options} value={value} onPick={pick} />;
  }
  const look = node.def['ui:widget'] ?? (items.length > 15 || loading || failed ? 'search' : 'select');
  if (look !== 'search') return <Select props={props} items={items} />;
  return <Combo {...props} {...list} value={typeof value === 'string' ? [value] : []} onPick={([one]) => pick(one)} />;
}

/** Returns the same array for the same list and language, so that its row is built once. */
const openRadios = memoizeByWord(
  'options of open lists',
  (items: readonly PickItem[], language: Language): RadioOption[] =>
    items.map((item) => ({ value: item.id, label: itemName(item, language) })),
);
