import { useWidgets } from '../environment.tsx';
import type { InputProps } from '../types.ts';
import { readNumber, showNumber } from './number.ts';
import { TextControl } from './TextControl.tsx';

interface NumberControlProps {
  props: InputProps;
  /** Stored name, if it is not the field's only one. */
  property?: string;
  inputMode: 'numeric' | 'decimal';
  id?: string;
  label?: string;
  placeholder?: string;
  /** Latin digits in every language: coordinates are copied into maps. */
  latin?: boolean;
}

/** A number typed in either digit set and shown in the reader's. */
export function NumberControl({ props, property, inputMode, id, label, placeholder, latin }: NumberControlProps) {
  const { language } = useWidgets();
  const name = property ?? props.node.properties[0] ?? props.node.name;
  return (
    <TextControl
      props={props}
      id={id}
      label={label}
      placeholder={placeholder}
      className="am-number"
      ltr
      inputMode={inputMode}
      shown={showNumber(props.values[name], latin ? 'en' : language)}
      onText={(text) => props.onChange({ [name]: readNumber(text) })}
    />
  );
}
