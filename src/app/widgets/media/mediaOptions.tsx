/** Closed options with pictures and sounds: a tile for each, with a radio button or a checkbox. */
import type { ReactNode } from 'react';
import type { Field } from '../../../core/definitions/types.ts';
import { useWidgetTexts } from '../environment.tsx';
import type { InputProps } from '../types.ts';
import { TextWithAnswers } from '../WithAnswers.tsx';
import { useOptionMedia } from './useOptionMedia.tsx';

type Option = NonNullable<Field['options']>[number];

interface Props {
  props: InputProps;
  /** Absent for a question that takes several options. */
  onClear?: () => void;
  chosen: readonly string[];
  onPick: (value: string, isChosen: boolean) => void;
}

/** Lists and searches show only words, so such options always stand open. */
export function hasOptionMedia({ options }: Pick<Field, 'options'>): boolean {
  return options?.some(({ media }) => media) ?? false;
}

/** Draws the tiles. It is no component, so that few stand between a section and its inputs. */
export function drawMediaOptions({ props, onClear, chosen, onPick }: Props): ReactNode {
  const { node, id, labelledBy, describedBy, invalid, required, disabled } = props;
  const isSingle = onClear !== undefined;
  const group = isSingle
    ? ({ role: 'radiogroup', 'aria-labelledby': labelledBy, 'aria-required': required || undefined } as const)
    : {};
  return (
    <div
      {...group}
      className="am-media-options am-stack"
      aria-describedby={isSingle ? describedBy : undefined}
      aria-invalid={isSingle && invalid ? true : undefined}
    >
      {node.def.options?.map((option, index) => {
        // The label of the question points to the first one.
        const input = index === 0 ? id : `${id}-${option.value}`;
        return (
          <Tile key={option.value} option={option} id={input}>
            <input
              type={isSingle ? 'radio' : 'checkbox'}
              name={isSingle ? id : undefined}
              id={input}
              value={option.value}
              checked={chosen.includes(option.value)}
              disabled={disabled}
              aria-labelledby={`${input}-name`}
              aria-invalid={(!isSingle && invalid) || undefined}
              aria-describedby={isSingle ? undefined : describedBy}
              onChange={(event) => onPick(option.value, event.target.checked)}
            />
          </Tile>
        );
      })}
      {isSingle && chosen.length > 0 && !disabled && !required && <Clear onClear={onClear} />}
    </div>
  );
}

function Clear({ onClear }: Required<Pick<Props, 'onClear'>>) {
  const { t } = useWidgetTexts();
  return (
    <button type="button" className="am-clear am-meta" onClick={onClear}>
      {t('choice.clear')}
    </button>
  );
}

function Tile({ option, id, children }: { option: Option; id: string; children: ReactNode }) {
  const { picture, buttons, large } = useOptionMedia(option);
  return (
    <div className="am-media-option am-beside am-round">
      <label className="am-media-choice am-stack am-tall" htmlFor={id}>
        {children}
        {picture}
        <span id={`${id}-name`}>
          <TextWithAnswers of={option.label} />
          {option.hint && (
            <small>
              <TextWithAnswers of={option.hint} />
            </small>
          )}
        </span>
      </label>
      {buttons}
      {large}
    </div>
  );
}
