import { RadioRow } from '../controls/RadioRow.tsx';
import { radioOptions } from '../controls/radioOptions.ts';
import { patchOf, stored } from '../controls/stringValue.ts';
import { useWidgets } from '../environment.tsx';
import type { InputProps } from '../types.ts';

export function Input(props: InputProps) {
  const { constants, language } = useWidgets();
  return (
    <RadioRow
      props={props}
      name={props.id}
      options={radioOptions(constants.yesNo, language)}
      value={stored(props)}
      onPick={(value) => props.onChange(patchOf(props, value))}
    />
  );
}
