import { OptionPicker } from '../controls/OptionPicker.tsx';
import type { InputProps } from '../types.ts';

export function Input(props: InputProps) {
  return <OptionPicker {...props} multiple={props.node.def.record?.multiple} />;
}
