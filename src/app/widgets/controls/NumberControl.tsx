import type { ClipboardEvent } from 'react';
import type { Language } from '../../../core/text/languages.ts';
import { cleanText, isBlankText, localDigits, readNumber } from '../../../core/text/letters.ts';
import { answerPartPath, answerPartsOf } from '../answer.ts';
import { useDefinitionText, useWidgets } from '../environment.tsx';
import type { InputProps } from '../types.ts';
import { TextControl } from './TextControl.tsx';

interface NumberControlProps {
  props: InputProps;
  /** Property name, if the question has several. */
  part?: string;
  inputMode: 'numeric' | 'decimal';
  id?: string;
  label?: string;
  placeholder?: string;
  /** Shows Latin digits in every language, for coordinates that users copy into maps. */
  latin?: boolean;
  /** What is stored of a number. */
  stored?(value: unknown): unknown;
  /** Takes a pasted text instead of the input. Returns true if it did. */
  takes?(pasted: string): boolean;
}

/** A number, typed in either digit set and shown in the user's. The unit of the question follows it. */
export function NumberControl({
  props,
  part,
  inputMode,
  id,
  label,
  placeholder,
  latin,
  stored = (value) => value,
  takes,
}: NumberControlProps) {
  const { language } = useWidgets();
  const say = useDefinitionText();
  const unit = part === undefined ? props.node.def.unit : undefined;
  const value = part === undefined ? props.value : answerPartsOf(props)[part];
  const onPaste = (event: ClipboardEvent) => {
    if (takes?.(event.clipboardData.getData('text'))) event.preventDefault();
  };
  const control = (
    <TextControl
      props={props}
      id={id}
      label={label}
      placeholder={placeholder}
      className="am-number"
      ltr
      inputMode={inputMode}
      shown={showNumber(value, latin ? 'en' : language)}
      onText={(text) =>
        props.onChange(stored(typedNumber(text)), part === undefined ? undefined : answerPartPath(props, part))
      }
      onPaste={onPaste}
    />
  );
  if (!unit) return control;
  return (
    <div className="am-inline">
      {control}
      <span className="am-whole am-meta">{say(unit)}</span>
    </div>
  );
}

/** Makes an input for a question that is one number. */
export function numberInput(inputMode: NumberControlProps['inputMode']) {
  return function NumberInput(props: InputProps) {
    return <NumberControl props={props} inputMode={inputMode} />;
  };
}

/** Returns the number, undefined if empty, else the text itself: the validator refuses it and nothing typed is lost. */
export function typedNumber(typed: string): number | string | undefined {
  return readNumber(typed) ?? (isBlankText(typed.replace(/[,،']/g, '')) ? undefined : cleanText(typed));
}

/** Returns a stored number (or a refused text) as an input shows it. */
export function showNumber(value: unknown, language: Language): string {
  if (value === undefined || value === null) return '';
  const text = localDigits(String(value), language);
  return typeof value === 'number' && language !== 'en' ? text.replace('.', '٫') : text;
}
