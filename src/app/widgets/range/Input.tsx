/**
 * A slider with buttons for one step. It has no answer until somebody touches it, so a slider that stands at its smallest number
 * is not mistaken for an answer.
 */
import { type KeyboardEvent, useRef } from 'react';
import { formatNumber } from '../../../core/text/letters.ts';
import { Icon } from '../../theme/Icon.tsx';
import { showNumber } from '../controls/NumberControl.tsx';
import { useDefinitionText, useWidgets, useWidgetTexts } from '../environment.tsx';
import type { InputProps } from '../types.ts';

export function Input({ node, id, value, disabled, invalid, describedBy, onChange }: InputProps) {
  const { language } = useWidgets();
  const { t } = useWidgetTexts();
  const say = useDefinitionText();
  const slider = useRef<HTMLInputElement>(null);
  const [least, most] = [Number(node.schema.minimum), Number(node.schema.maximum)];
  const step = Number(node.schema.multipleOf ?? (node.schema.type === 'integer' ? 1 : (most - least) / 100));
  const isEmpty = value === undefined;
  const number = typeof value === 'number' ? formatNumber(value, language) : showNumber(value, language);
  const shown = isEmpty ? t('range.empty') : `${number} ${say(node.def.unit)}`.trim();
  const take = () => onChange(Number(slider.current!.value));
  // The browser's steps stay on the grid, where adding decimals would not.
  const move = (by: 1 | -1) => {
    if (!isEmpty) slider.current![by > 0 ? 'stepUp' : 'stepDown']();
    take();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const clears = event.key === 'Delete' || event.key === 'Backspace';
    // The browser would skip the smallest number, where an empty slider stands.
    const begins = isEmpty && /^(Arrow|Page|Home)/.test(event.key);
    if (!clears && !begins) return;
    event.preventDefault();
    if (clears) onChange(undefined);
    else take();
  };
  const stepButton = (by: 1 | -1) => (
    <button
      type="button"
      className="am-icon-button"
      aria-label={t(by > 0 ? 'range.more' : 'range.less')}
      aria-controls={id}
      disabled={disabled || (isEmpty ? by < 0 : by > 0 ? value === most : value === least)}
      onClick={() => move(by)}
    >
      {by > 0 ? <Icon name="plus" /> : <Icon name="minus" />}
    </button>
  );
  return (
    <div className="am-range" data-empty={isEmpty || undefined}>
      <p className="am-wide am-beside am-level am-between">
        <output className="am-strong" htmlFor={id}>
          {shown}
        </output>
        {!isEmpty && !disabled && (
          <button type="button" className="am-clear am-meta" onClick={() => onChange(undefined)}>
            {t('choice.clear')}
          </button>
        )}
      </p>
      {stepButton(-1)}
      <input
        ref={slider}
        type="range"
        id={id}
        name={node.name}
        min={least}
        max={most}
        step={step}
        value={typeof value === 'number' ? value : least}
        disabled={disabled}
        aria-valuetext={shown}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onChange={take}
        onPointerUp={() => isEmpty && take()}
        onKeyDown={onKeyDown}
      />
      {stepButton(1)}
      <span className="am-range-ends am-beside am-between am-meta" aria-hidden="true">
        <span>{formatNumber(least, language)}</span> <span>{formatNumber(most, language)}</span>
      </span>
    </div>
  );
}
