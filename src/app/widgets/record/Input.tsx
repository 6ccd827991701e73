import { OptionPicker } from '../controls/OptionPicker.tsx';
import { RecordPicker } from '../controls/RecordPicker.tsx';
import { useFitting } from '../host.tsx';
import type { InputProps } from '../types.ts';

export function Input(props: InputProps) {
  const { filter, record } = props.node.def;
  const { forms = [], multiple, where, same } = record ?? { forms: [] };
  const fitting = useFitting(where, same);
  if (filter) return <OptionPicker {...props} multiple={multiple} />;
  return <RecordPicker props={props} forms={forms} multiple={multiple} where={fitting} />;
}
