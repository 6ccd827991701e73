import { plainAddress } from '../../../core/form/types/words/url.ts';
import { toLatinDigits, withoutMarks } from '../../../core/text/letters.ts';
import type { InputProps } from '../types.ts';
import { TextControl, textOf, textOrNothing } from './TextControl.tsx';

/** Makes an input for left-to-right text, stored with Latin digits. Phones show the fitting keyboard. */
export function typedText(type: 'email' | 'tel' | 'url' | 'time', className?: string) {
  const asStored = type === 'url' ? plainAddress : withoutMarks;
  return function TypedText(props: InputProps) {
    return (
      <TextControl
        {...{ props, type, className }}
        ltr
        inputMode={type === 'time' ? undefined : type}
        shown={textOf(props.value)}
        onText={(text) => props.onChange(textOrNothing(asStored(toLatinDigits(text))))}
      />
    );
  };
}
