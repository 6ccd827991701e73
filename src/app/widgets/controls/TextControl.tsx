/** A text input or textarea, plain HTML with the theme's CSS variables. */
import type { ClipboardEvent, HTMLAttributes, HTMLInputAutoCompleteAttribute } from 'react';
import { cleanText } from '../../../core/text/letters.ts';
import type { InputProps } from '../types.ts';
import { languageProps } from './languageProps.ts';
import { useTypedText } from './useTypedText.ts';

interface TextControlProps {
  props: InputProps;
  /** The stored value as text. */
  shown: string;
  onText: (text: string) => void;
  rows?: number;
  /** Always left to right, for codes, numbers, addresses. */
  ltr?: boolean;
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  type?: 'text' | 'tel' | 'email' | 'url' | 'time';
  autoComplete?: HTMLInputAutoCompleteAttribute;
  /** Own id and accessible name, for a part of a composed field. */
  id?: string;
  label?: string;
  className?: string;
  placeholder?: string;
  onPaste?: (event: ClipboardEvent) => void;
  /** Id of a datalist with suggestions. */
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
  onPaste,
}: TextControlProps) {
  const { node, disabled, invalid, describedBy, required } = props;
  const { ref, onInput, onBlur } = useTypedText<HTMLInputElement & HTMLTextAreaElement>(shown, onText);
  const shared = {
    ref,
    onInput,
    onBlur,
    onPaste,
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
    ...languageProps(node),
    ...(ltr && { dir: 'ltr' as const, 'data-ltr': true }),
  };
  if (rows) return <textarea {...shared} rows={rows} />;
  return (
    <input {...shared} type={type ?? 'text'} inputMode={inputMode} autoComplete={autoComplete ?? 'off'} list={list} />
  );
}

/** Returns a stored value as the text that an input shows. */
export function toInputText(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}

/** Returns the value to store for a typed text: cleaned, or undefined if nothing of it can be seen. */
export function toStoredText(text: string): string | undefined {
  return cleanText(text) || undefined;
}
