/** One of several, or none of them. */
import { NativeSelect, type NativeSelectProps } from '@mantine/core';

interface Props extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> {
  /** Words of '', the choice of none; without them one has to be chosen. */
  any?: string | undefined;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}

export function AnySelect({ any, options, onChange, ...select }: Props) {
  return (
    <NativeSelect
      {...select}
      data={any === undefined ? options : [{ value: '', label: any }, ...options]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
