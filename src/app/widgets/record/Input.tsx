import { OptionPicker } from '../controls/OptionPicker.tsx';
import { RecordPicker } from '../controls/RecordPicker.tsx';
import { useFitting } from '../host.tsx';
import type { InputProps } from '../types.ts';

export function Input(props: InputProps) {
  const { filter, record } = props.node.def;
  return filter ? <OptionPicker {...props} multiple={record?.multiple} /> : <FittingRecords {...props} />;
}

function FittingRecords(props: InputProps) {
  const { forms = [], multiple, where, same } = props.node.def.record ?? { forms: [] };
  return <RecordPicker props={props} forms={forms} multiple={multiple} where={useFitting(where, same)} />;
}
