import { roundAmount } from '../../../core/form/types/figures/money.ts';
import { answerPartPath, answerPartsOf } from '../answer.ts';
import { NumberControl } from '../controls/NumberControl.tsx';
import { toInputText } from '../controls/TextControl.tsx';
import { useDefinitionText, useWidgets, useWidgetTexts } from '../environment.tsx';
import type { InputProps } from '../types.ts';

/** Amount and currency side by side. */
export function Input(props: InputProps) {
  const { constants } = useWidgets();
  const { t } = useWidgetTexts();
  const say = useDefinitionText();
  const { amount = `${props.node.name}_amount`, currency = `${props.node.name}_currency` } = props.node.parts;
  return (
    <div className="am-pair am-stack am-tiles-small am-fits am-start">
      <NumberControl
        props={props}
        part={amount}
        inputMode="decimal"
        stored={roundAmount}
        label={t('money.amount')}
        placeholder={t('money.amount')}
      />
      <select
        className="am-input"
        aria-label={t('money.currency')}
        aria-invalid={props.invalid || undefined}
        aria-describedby={props.describedBy}
        disabled={props.disabled}
        value={toInputText(answerPartsOf(props)[currency])}
        onChange={(event) => props.onChange(event.target.value || undefined, answerPartPath(props, currency))}
      >
        <option value="">{t('money.currency')}</option>
        {constants.currencies.map((one) => (
          <option key={one.value} value={one.value}>
            {say(one.label)}
          </option>
        ))}
      </select>
    </div>
  );
}
