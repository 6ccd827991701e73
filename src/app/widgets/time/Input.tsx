import { patchOf, storedString } from '../controls/stringValue.ts';
import { TextControl } from '../controls/TextControl.tsx';
import type { InputProps } from '../types.ts';

/** The browser's own control: a phone opens its clock, a keyboard types hours and minutes. */
export function Input(props: InputProps) {
  return (
    <TextControl
      props={props}
      type="time"
      ltr
      className="am-number am-short"
      shown={storedString(props)}
      onText={(typed) => props.onChange(patchOf(props, typed || undefined))}
    />
  );
}
