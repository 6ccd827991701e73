/** A button that opens the device's choice of files, or its recorder or camera if `capture` is given. */
import type { InputHTMLAttributes } from 'react';
import { Icon } from '../../theme/Icon.tsx';

interface PickButtonProps extends InputHTMLAttributes<HTMLInputElement> {
  icon: string;
  label: string;
  onPick: (files: File[]) => void;
}

export function PickButton({ icon, label, onPick, ...input }: PickButtonProps) {
  return (
    <label
      className={`am-button am-pick ${input.capture ? 'am-capture' : ''}`}
      data-invalid={input['aria-invalid'] || undefined}
    >
      <Icon name={icon} /> {label}
      <input
        {...input}
        className="am-visually-hidden"
        type="file"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Empty the input, so that the same file can be picked again.
          target.value = '';
          onPick(files);
        }}
      />
    </label>
  );
}
