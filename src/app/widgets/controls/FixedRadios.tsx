import type { Constants } from '../../../core/definitions/types.ts';
import { useWidgets } from '../environment.tsx';
import type { InputProps } from '../types.ts';
import { RadioRow, radioOptions } from './RadioRow.tsx';

/** An input over one of the short lists that every form shares. */
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
