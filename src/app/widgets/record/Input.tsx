import { RecordPicker } from '../controls/RecordPicker.tsx';
import type { InputProps } from '../types.ts';

export function Input(props: InputProps) {
  const { forms = [], multiple } = props.node.def.record ?? { forms: [] };
  return <RecordPicker props={props} forms={forms} multiple={multiple} />;
}
