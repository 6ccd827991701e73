import { TextControl, textOf, textOrNothing } from '../controls/TextControl.tsx';
import type { InputProps } from '../types.ts';

export function Input(props: InputProps) {
  const rows = Number((props.node.def['ui:options'] as { rows?: number } | undefined)?.rows ?? 3);
  return (
    <TextControl
      props={props}
      rows={rows}
      shown={textOf(props.value)}
      onText={(text) => props.onChange(textOrNothing(text))}
    />
  );
}
