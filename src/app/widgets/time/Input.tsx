import { TextControl } from '../controls/TextControl.tsx';
import { textOf } from '../controls/textValue.ts';
import type { InputProps } from '../types.ts';

/** The browser's own control: a phone opens its clock, a keyboard types hours and minutes. */
export function Input(props: InputProps) {
  return (
    <TextControl
      props={props}
      type="time"
      ltr
      className="am-number am-short"
      shown={textOf(props.value)}
      onText={(typed) => props.onChange(typed || undefined)}
    />
  );
}
