import type { Constants } from '../../../core/definitions/types.ts';
import { useWidgets } from '../environment.tsx';
import type { InputProps } from '../types.ts';
import { RadioRow, radioOptions } from './RadioRow.tsx';

/** Makes an input for one of the short option lists that all forms share. */
export function fixedRadios(list: 'yesNo' | 'yesNoDontKnow') {
  return function FixedRadios(props: InputProps) {
    const { constants, language } = useWidgets();
    return (
      <RadioRow
        props={props}
        name={props.id}
        options={radioOptions(constants[list] satisfies Constants[typeof list], language)}
        value={props.value}
        onPick={(value) => props.onChange(value)}
      />
    );
  };
}
