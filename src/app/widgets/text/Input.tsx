import { TextControl, toInputText, toStoredText } from '../controls/TextControl.tsx';
import { usePickerItems } from '../controls/useItems.ts';
import { itemName, useWidgets } from '../environment.tsx';
import { useAnswer } from '../host.tsx';
import type { InputProps } from '../types.ts';

export function Input(props: InputProps) {
  return props.node.def.suggest ? <SuggestedText {...props} /> : <TextControl {...plain(props)} />;
}

function plain(props: InputProps) {
  return {
    props,
    shown: toInputText(props.value),
    onText: (text: string) => props.onChange(toStoredText(text)),
  };
}

/** Suggests what a choice list or a lookup has. The user may type anything else, also if it cannot be asked. */
function SuggestedText(props: InputProps) {
  const { language, source } = useWidgets();
  const { lookup = '', of = '', choices } = props.node.def.suggest ?? {};
  const asked = useAnswer(of);
  const id = typeof asked === 'string' ? asked : '';
  const { items } = usePickerItems(choices ? ['choices', choices] : id ? ['lookup', lookup, id] : null, () =>
    choices ? source.choices(choices) : source.lookup(lookup, id),
  );
  const list = `${props.id}-list`;
  return (
    <>
      <TextControl {...plain(props)} list={list} />
      <datalist id={list}>
        {items.map((item) => (
          <option key={item.id} value={itemName(item, language)} />
        ))}
      </datalist>
    </>
  );
}
