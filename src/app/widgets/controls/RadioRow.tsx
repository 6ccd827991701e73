/** A few options side by side, each as large as a thumb: native radios behind labels. A chosen one can be taken back. */

import type { CSSProperties, ReactNode } from 'react';
import { useWords } from '../environment.tsx';
import type { InputProps } from '../types.ts';

export interface RadioOption {
  value: string;
  label: string;
  hint?: string;
  icon?: ReactNode;
  /** Colour family of the chosen option; the icon and the mark say the same without colour. */
  tone?: string;
}

interface RadioRowProps {
  props: InputProps;
  /** Unique within the page. */
  name: string;
  options: RadioOption[];
  value: unknown;
  onPick: (value: string | undefined) => void;
  /** tiles: icon above a short label, all in one row; row: as wide as their words; list: one below the other. */
  look?: 'tiles' | 'row' | 'list';
  /** Words for taking the answer back. */
  clearLabel?: string;
  label?: string;
}

export function RadioRow({ props, name, options, value, onPick, look = 'row', clearLabel, label }: RadioRowProps) {
  const { t } = useWords();
  const { disabled, describedBy, labelledBy, invalid, required } = props;
  return (
    <div
      className="am-radios"
      data-look={look}
      {...(look === 'tiles' && { style: { '--tiles': options.length } as CSSProperties })}
      role="radiogroup"
      aria-labelledby={label ? undefined : labelledBy}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      aria-required={required || undefined}
    >
      {options.map((option, index) => (
        <label key={option.value} className="am-radio" data-tone={option.tone} title={option.hint}>
          <input
            type="radio"
            id={index === 0 ? name : `${name}-${index}`}
            name={name}
            value={option.value}
            checked={value === option.value}
            disabled={disabled}
            onChange={() => onPick(option.value)}
            onKeyDown={(event) => {
              if (event.key === 'Delete' || event.key === 'Backspace') {
                event.preventDefault();
                onPick(undefined);
              }
            }}
          />
          <span className="am-radio-face">
            {option.icon}
            <span>{option.label}</span>
          </span>
          {look === 'list' && option.hint && <span className="am-radio-hint">{option.hint}</span>}
        </label>
      ))}
      {value !== undefined && !disabled && (!required || look === 'tiles') && (
        <button type="button" className="am-clear" onClick={() => onPick(undefined)}>
          {clearLabel ?? t('choice.clear')}
        </button>
      )}
    </div>
  );
}
