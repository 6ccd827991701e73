/** Searches records on the server while the user types. Used by person and record fields. */
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useWidgets } from '../environment.tsx';
import { useFormHost } from '../host.tsx';
import type { PickItem } from '../source.ts';
import type { InputProps } from '../types.ts';
import { Combo } from './Combo.tsx';
import { useItems } from './useItems.ts';

interface RecordPickerProps {
  props: InputProps;
  forms: string[];
  multiple?: boolean;
  roles?: string[];
  /** Shows only records with these answers. */
  where?: Record<string, string>;
  /** Id of the province whose people come first. */
  province?: string;
}

export function RecordPicker({ props, forms, multiple, roles, where, province }: RecordPickerProps) {
  const { source } = useWidgets();
  const host = useFormHost();
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text, 250);
  const [met, setMet] = useState<PickItem[]>([]);
  const list = useItems(
    ['records', forms.join(), roles?.join() ?? '', JSON.stringify(where ?? {}), province ?? '', asked],
    () =>
      source.records({
        forms,
        text: asked,
        ...(roles && { roles }),
        ...(where && { where }),
        ...(province && { province }),
      }),
  );
  const raw = props.value;
  const value = Array.isArray(raw) ? (raw as string[]) : typeof raw === 'string' && raw ? [raw] : [];
  const named = value.flatMap((id) => {
    const ref = host?.refs[id];
    return ref ? [{ id, ...ref, name: ref.name ?? ref.code ?? id }] : [];
  });
  return (
    <Combo
      {...props}
      {...list}
      multiple={multiple}
      known={[...named, ...met]}
      value={value}
      onSearch={setText}
      onPick={(ids) => {
        // Remember the name of a chosen item, because later searches may not return it.
        setMet((before) => [...before, ...list.items.filter((item) => ids.includes(item.id))]);
        props.onChange(multiple ? (ids.length > 0 ? ids : undefined) : ids[0]);
      }}
    />
  );
}
