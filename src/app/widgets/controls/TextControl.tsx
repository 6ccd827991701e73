/** One line or several, drawn as a plain input with the theme's variables. */
import type { HTMLAttributes, HTMLInputAutoCompleteAttribute } from 'react';
import type { InputProps } from '../types.ts';
import { useTyped } from './useTyped.ts';
import { writtenIn } from './writtenIn.ts';

interface TextControlProps {
  props: InputProps;
  /** Text of the stored value. */
  shown: string;
  onText: (text: string) => void;
  rows?: number;
  /** Always left to right: codes, numbers, addresses. */
  ltr?: boolean;
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  type?: 'text' | 'tel' | 'email' | 'url' | 'time';
  autoComplete?: HTMLInputAutoCompleteAttribute;
  /** For parts of a composed field: own id and accessible name. */
  id?: string;
  label?: string;
  className?: string;
  placeholder?: string;
  /** Id of a datalist with words to choose from. */
  list?: string;
}

export function TextControl({
  props,
  shown,
  onText,
  rows,
  ltr,
  inputMode,
  type,
  autoComplete,
  id,
  label,
  className,
  placeholder,
  list,
}: TextControlProps) {
  const { node, disabled, invalid, describedBy, required } = props;
  const { ref, onInput, onBlur } = useTyped<HTMLInputElement & HTMLTextAreaElement>(shown, onText);
  const shared = {
    ref,
    onInput,
    onBlur,
    id: id ?? props.id,
    name: id ?? props.node.name,
    className: className ? `am-input ${className}` : 'am-input',
    defaultValue: shown,
    disabled,
    placeholder: placeholder ?? props.placeholder,
    'aria-label': label,
    'aria-required': required || undefined,
    'aria-invalid': invalid || undefined,
    'aria-describedby': describedBy,
    ...writtenIn(node),
    ...(ltr && { dir: 'ltr' as const, 'data-ltr': true }),
  };
  if (rows) return <textarea {...shared} rows={rows} />;
  return (
    <input {...shared} type={type ?? 'text'} inputMode={inputMode} autoComplete={autoComplete ?? 'off'} list={list} />
  );
}

/** The stored value as the text an input shows. */
export function textOf(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}

/** What is stored of a typed text: empty ones are absent. */
export function textOrNothing(text: string): string | undefined {
  return text.trim() === '' ? undefined : text.trim();
}
