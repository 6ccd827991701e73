import { RecordPicker } from '../controls/RecordPicker.tsx';
import { useFitting } from '../host.tsx';
import type { InputProps } from '../types.ts';

export function Input(props: InputProps) {
  const { forms = [], multiple, where, same } = props.node.def.record ?? { forms: [] };
  return <RecordPicker props={props} forms={forms} multiple={multiple} where={useFitting(where, same)} />;
}
