/** A select with one of several options, or none. */
import { NativeSelect, type NativeSelectProps } from '@mantine/core';

interface Props extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> {
  /** Label of the empty option. Without it an option must be chosen. */
  any?: string | undefined;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}

export function SelectWithAny({ any, options, onChange, ...select }: Props) {
  return (
    <NativeSelect
      {...select}
      data={any === undefined ? options : [{ value: '', label: any }, ...options]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
