import type { InputProps } from '../types.ts';

/** A note has words only; the frame draws them. */
export function Input(_props: InputProps) {
  return null;
}
