import { TextControl, toInputText, toStoredText } from '../controls/TextControl.tsx';
import type { InputProps } from '../types.ts';

export function Input(props: InputProps) {
  const rows = Number((props.node.def['ui:options'] as { rows?: number } | undefined)?.rows ?? 3);
  return (
    <TextControl
      props={props}
      rows={rows}
      shown={toInputText(props.value)}
      onText={(text) => props.onChange(toStoredText(text))}
    />
  );
}
