import { TextControl, textOf, textOrNothing } from '../controls/TextControl.tsx';
import { useItems } from '../controls/useItems.ts';
import { itemName, useWidgets } from '../environment.tsx';
import { useAnswer } from '../host.tsx';
import type { InputProps } from '../types.ts';

export function Input(props: InputProps) {
  return props.node.def.suggest ? <SuggestedText {...props} /> : <TextControl {...plain(props)} />;
}

function plain(props: InputProps) {
  return {
    props,
    shown: textOf(props.value),
    onText: (text: string) => props.onChange(textOrNothing(text)),
  };
}

/** Suggests what a lookup returns. The user may type anything else, also if the lookup fails. */
function SuggestedText(props: InputProps) {
  const { language, source } = useWidgets();
  const { lookup = '', of = '' } = props.node.def.suggest ?? {};
  const asked = useAnswer(of);
  const id = typeof asked === 'string' ? asked : '';
  const { items } = useItems(id ? ['lookup', lookup, id] : null, () => source.lookup(lookup, id));
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
