import { toLatinDigits } from '../../../core/text/digits.ts';
import type { InputProps } from '../types.ts';
import { TextControl } from './TextControl.tsx';
import { textOf, textOrNothing } from './textValue.ts';

/** An input for what is written from left to right with Latin digits everywhere; the phone offers the fitting keys. */
export function latinText(type: 'email' | 'tel' | 'url') {
  return function LatinText(props: InputProps) {
    return (
      <TextControl
        props={props}
        ltr
        type={type}
        inputMode={type}
        shown={textOf(props.value)}
        onText={(text) => props.onChange(textOrNothing(toLatinDigits(text)))}
      />
    );
  };
}
