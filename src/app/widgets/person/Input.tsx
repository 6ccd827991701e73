import { OptionPicker } from '../controls/OptionPicker.tsx';
import { RecordPicker } from '../controls/RecordPicker.tsx';
import { useProvinceHere } from '../host.tsx';
import type { InputProps } from '../types.ts';

export function Input(props: InputProps) {
  const { filter, person } = props.node.def;
  return filter ? <OptionPicker {...props} multiple={person?.multiple} /> : <People {...props} />;
}

function People(props: InputProps) {
  const here = useProvinceHere();
  const { forms = [], multiple, roles, near } = props.node.def.person ?? { forms: [] };
  return (
    <RecordPicker props={props} forms={forms} multiple={multiple} roles={roles} province={near ? here : undefined} />
  );
}
