import { OptionPicker } from '../controls/OptionPicker.tsx';
import { useProvinceHere } from '../host.tsx';
import type { InputProps } from '../types.ts';

export function Input(props: InputProps) {
  const here = useProvinceHere();
  const { multiple, near } = props.node.def.person ?? {};
  return <OptionPicker {...props} multiple={multiple} near={near ? here : undefined} />;
}
