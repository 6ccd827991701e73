import { toLatinDigits } from '../../../core/text/digits.ts';
import { TextControl } from '../controls/TextControl.tsx';
import { textOf, textOrNothing } from '../controls/textValue.ts';
import type { InputProps } from '../types.ts';

export function Input(props: InputProps) {
  return (
    <TextControl
      props={props}
      ltr
      type="email"
      inputMode="email"
      shown={textOf(props.value)}
      onText={(text) => props.onChange(textOrNothing(toLatinDigits(text)))}
    />
  );
}
