import { RecordPicker } from '../controls/RecordPicker.tsx';
import { useAnswer, useFormHost } from '../host.tsx';
import type { InputProps } from '../types.ts';

export function Input(props: InputProps) {
  const host = useFormHost();
  const { forms = [], multiple, roles, near } = props.node.def.person ?? { forms: [] };
  const place = host?.form.definition.place ? host.form.fields.get(host.form.definition.place) : undefined;
  const here = useAnswer(place?.parts.province);
  const province = near && typeof here === 'string' ? here : undefined;
  return <RecordPicker props={props} forms={forms} multiple={multiple} roles={roles} province={province} />;
}
