import { lowerCaseScheme } from '../../../core/form/types/words/url.ts';
import { toLatinDigits, withoutMarks } from '../../../core/text/letters.ts';
import type { InputProps } from '../types.ts';
import { TextControl, toInputText, toStoredText } from './TextControl.tsx';

/** Makes an input for left-to-right text, stored with Latin digits. Phones show the fitting keyboard. */
export function typedText(type: 'email' | 'tel' | 'url' | 'time', className?: string) {
  const asStored = type === 'url' ? lowerCaseScheme : withoutMarks;
  return function TypedText(props: InputProps) {
    return (
      <TextControl
        {...{ props, type, className }}
        ltr
        inputMode={type === 'time' ? undefined : type}
        shown={toInputText(props.value)}
        onText={(text) => props.onChange(toStoredText(asStored(toLatinDigits(text))))}
      />
    );
  };
}
