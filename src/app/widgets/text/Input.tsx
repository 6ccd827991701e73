import { patchOf, storedString, textOrNothing } from '../controls/stringValue.ts';
import { TextControl } from '../controls/TextControl.tsx';
import type { InputProps } from '../types.ts';

export function Input(props: InputProps) {
  return (
    <TextControl
      props={props}
      shown={storedString(props)}
      onText={(text) => props.onChange(patchOf(props, textOrNothing(text)))}
    />
  );
}
