import { toLatinDigits } from '../../../core/text/digits.ts';
import type { InputProps } from '../types.ts';
import { TextControl, textOf, textOrNothing } from './TextControl.tsx';

/** Makes an input for left-to-right text, stored with Latin digits. Phones show the fitting keyboard. */
export function typedText(type: 'email' | 'tel' | 'url' | 'time', className?: string) {
  return function TypedText(props: InputProps) {
    return (
      <TextControl
        {...{ props, type, className }}
        ltr
        inputMode={type === 'time' ? undefined : type}
        shown={textOf(props.value)}
        onText={(text) => props.onChange(textOrNothing(toLatinDigits(text)))}
      />
    );
  };
}
