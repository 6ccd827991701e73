/** The stored value of a one-property field as a string, and the patch that stores one. */
import type { RecordData } from '../../../core/definitions/types.ts';
import type { InputProps } from '../types.ts';

export function stored(props: InputProps): unknown {
  return props.values[props.node.properties[0] ?? props.node.name];
}

export function storedString(props: InputProps): string {
  const value = stored(props);
  return value === undefined || value === null ? '' : String(value);
}

export function patchOf(props: InputProps, value: unknown): RecordData {
  return { [props.node.properties[0] ?? props.node.name]: value };
}

/** Empty texts are absent. */
export function textOrNothing(text: string): string | undefined {
  return text.trim() === '' ? undefined : text.trim();
}
