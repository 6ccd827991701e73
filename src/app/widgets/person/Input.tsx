import { OptionPicker } from '../controls/OptionPicker.tsx';
import { RecordPicker } from '../controls/RecordPicker.tsx';
import { useProvinceHere } from '../host.tsx';
import type { InputProps } from '../types.ts';

export function Input(props: InputProps) {
  const here = useProvinceHere();
  const { filter, person } = props.node.def;
  const { forms = [], multiple, roles, near } = person ?? { forms: [] };
  if (filter) return <OptionPicker {...props} multiple={multiple} />;
  return (
    <RecordPicker props={props} forms={forms} multiple={multiple} roles={roles} province={near ? here : undefined} />
  );
}
