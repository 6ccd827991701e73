import { NumberControl } from '../controls/NumberControl.tsx';
import type { InputProps } from '../types.ts';

export function Input(props: InputProps) {
  return <NumberControl props={props} inputMode="decimal" />;
}
