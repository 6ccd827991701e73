/** Few values side by side, each on or off. */
import type { ReactNode } from 'react';
import { Icon } from '../../../theme/Icon.tsx';
import classes from './Filters.module.css';
import type { Choice } from './useChoices.ts';

interface Props {
  label: ReactNode;
  options: Choice[];
  value: string[];
  onChange: (value: string[]) => void;
}

export function Toggles({ label, options, value, onChange }: Props) {
  return (
    <fieldset className={classes.field}>
      <legend>{label}</legend>
      <div className={classes.toggles}>
        {options.map((option) => {
          const isOn = value.includes(option.value);
          return (
            <label key={option.value} className={classes.toggle} data-on={isOn || undefined}>
              <input
                type="checkbox"
                checked={isOn}
                value={option.value}
                onChange={() => onChange(isOn ? value.filter((one) => one !== option.value) : [...value, option.value])}
              />
              {isOn && <Icon name="check" size={14} />}
              {option.label}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
