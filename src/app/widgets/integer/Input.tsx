import { NumberControl } from '../controls/NumberControl.tsx';
import { WithUnit } from '../controls/WithUnit.tsx';
import type { InputProps } from '../types.ts';

export function Input(props: InputProps) {
  return (
    <WithUnit props={props}>
      <NumberControl props={props} inputMode="numeric" />
    </WithUnit>
  );
}
