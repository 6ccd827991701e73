import { RadioRow } from '../controls/RadioRow.tsx';
import { patchOf, stored } from '../controls/stringValue.ts';
import { useSay, useWidgets } from '../environment.tsx';
import type { InputProps } from '../types.ts';

export function Input(props: InputProps) {
  const { constants } = useWidgets();
  const say = useSay();
  return (
    <RadioRow
      props={props}
      name={props.id}
      options={constants.yesNo.map((one) => ({ value: one.value, label: say(one.label) }))}
      value={stored(props)}
      onPick={(value) => props.onChange(patchOf(props, value))}
    />
  );
}
