import { toLatinDigits } from '../../../core/text/letters.ts';
import { TextControl, toInputText, toStoredText } from '../controls/TextControl.tsx';
import { useWidgetTexts } from '../environment.tsx';
import { useFormHost } from '../host.tsx';
import type { InputProps } from '../types.ts';

/** A code that users type if the form allows it. Otherwise the server assigns it when the record is saved. */
export function Input(props: InputProps) {
  const { t } = useWidgetTexts();
  const code = useFormHost()?.form.definition.code;
  const given = code !== undefined && props.node.name === 'code' && !code.typed;
  return (
    <TextControl
      props={{ ...props, disabled: props.disabled || given }}
      ltr
      shown={toInputText(props.value)}
      placeholder={code && props.node.name === 'code' ? t('code.given') : undefined}
      onText={(text) => props.onChange(toStoredText(toLatinDigits(text)))}
    />
  );
}
