import type { InputProps } from '../types.ts';

/** The tick beside its sentence, which is the label of the question. */
export function Input({ node, id, value, disabled, invalid, required, describedBy, onChange }: InputProps) {
  return (
    <input
      type="checkbox"
      id={id}
      name={node.name}
      checked={value === 'yes'}
      disabled={disabled}
      aria-invalid={invalid || undefined}
      aria-required={required || undefined}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.checked ? 'yes' : undefined)}
    />
  );
}
