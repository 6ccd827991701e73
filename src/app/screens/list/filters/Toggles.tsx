/** A few values shown side by side, each on or off. */
import { type ReactNode, useEffect, useState } from 'react';
import { Icon } from '../../../theme/Icon.tsx';
import classes from './Filters.module.css';
import type { FilterChoice } from './useChoices.ts';

interface Props {
  label: ReactNode;
  options: FilterChoice[];
  value: string[];
  onChange: (value: string[]) => void;
}

export function ToggleButtons({ label, options, value, onChange }: Props) {
  // Local state, because the URL changes a moment later and a quick second click must not undo the first.
  const [shown, setShown] = useState(value);
  const given = value.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the values, not on the identity of the array
  useEffect(() => setShown(value), [given]);
  const toggle = (one: string) => {
    const next = shown.includes(one) ? shown.filter((other) => other !== one) : [...shown, one];
    setShown(next);
    onChange(next);
  };
  return (
    <fieldset className={`${classes.field} am-shrinks`}>
      <legend>{label}</legend>
      <div className="am-below-1 am-flow">
        {options.map((option) => {
          const isOn = shown.includes(option.value);
          return (
            <label
              key={option.value}
              className={`${classes.toggle} am-chip am-holds am-gap-1 am-text`}
              data-on={isOn || undefined}
            >
              <input type="checkbox" checked={isOn} value={option.value} onChange={() => toggle(option.value)} />
              {isOn && <Icon name="check" size={14} />}
              {option.label}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
