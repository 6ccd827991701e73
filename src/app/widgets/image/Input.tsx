import { FileField } from '../file/FileField.tsx';
import type { InputProps } from '../types.ts';

export function Input(props: InputProps) {
  return <FileField props={props} />;
}
