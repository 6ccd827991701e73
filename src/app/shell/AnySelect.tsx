/** One of several, or any: a filter beside a search field. */
import { NativeSelect } from '@mantine/core';

interface Props {
  label: string;
  /** Words of the choice that narrows nothing; without them one has to be chosen. */
  any?: string | undefined;
  options: readonly { value: string; label: string }[];
  /** '' is any. */
  value: string;
  onChange: (value: string) => void;
}

export function AnySelect({ label, any, options, value, onChange }: Props) {
  return (
    <NativeSelect aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {any !== undefined && <option value="">{any}</option>}
      {options.map((one) => (
        <option key={one.value} value={one.value}>
          {one.label}
        </option>
      ))}
    </NativeSelect>
  );
}
