import type { InputProps } from '../types.ts';
import { FileField } from './FileField.tsx';

export function Input(props: InputProps) {
  return <FileField props={props} />;
}
