import type { InputProps } from '../types.ts';

/** Kept with the record, never drawn. */
export function Input(_props: InputProps) {
  return null;
}
