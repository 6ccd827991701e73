/** Options put in order: pressing an option gives it the next number, arrows move it, and it can be taken out again. */
import type { ReactNode } from 'react';
import type { Field } from '../../../core/definitions/types.ts';
import { Icon } from '../../theme/Icon.tsx';
import { useOfferedOptions } from '../choice/useOfferedOptions.ts';
import { closedItems } from '../choice/useOptions.ts';
import { useWidgetTexts } from '../environment.tsx';
import { useOptionMedia } from '../media/useOptionMedia.tsx';
import type { InputProps } from '../types.ts';
import { type RankDirection, type Ranking, useRanking } from './useRanking.ts';

export function Input(props: InputProps) {
  const { disabled } = props;
  const { items } = closedItems(useOfferedOptions(props.node, props.value));
  const ranking = useRanking(props, items);
  const { ranked, left, drawn, figure, announced, root } = ranking;
  return (
    <div className="am-rank" ref={root}>
      {ranked.length > 0 && (
        <ol>
          {ranked.map((option, at) => (
            <li key={option} className="am-stack am-gap-0 am-level am-tall am-line-below am-wraps">
              <span className="am-strong">{figure(at + 1)}.</span>
              <Name option={optionOf(props, option)} name={drawn(option)} />
              {!disabled && <Buttons {...{ ranking, option, at }} />}
            </li>
          ))}
        </ol>
      )}
      {left.length > 0 && !(disabled && ranked.length > 0) && <Left {...{ props, ranking }} />}
      <output className="am-visually-hidden">{announced}</output>
    </div>
  );
}

type Option = NonNullable<Field['options']>[number];

function optionOf({ node }: InputProps, value: string): Option | undefined {
  return node.def.options?.find((option) => option.value === value);
}

/** An option that has its place, with its picture and sound. */
function Name({ option, name }: { option: Option | undefined; name: ReactNode }) {
  if (!option?.media) return <span>{name}</span>;
  return <NameWithMedia option={option} name={name} />;
}

function NameWithMedia({ option, name }: { option: Option; name: ReactNode }) {
  const { picture, buttons, large } = useOptionMedia(option);
  return (
    <span className="am-cluster am-rank-name">
      {picture}
      <span>{name}</span>
      {buttons}
      {large}
    </span>
  );
}

/** The buttons of an option that has its place. */
function Buttons({ ranking, option, at }: { ranking: Ranking; option: string; at: number }) {
  const { fill } = useWidgetTexts();
  const { ranked, name, move, remove } = ranking;
  const button = (
    act: RankDirection | 'remove',
    icon: string,
    label: string,
    isClosed: boolean,
    onClick: () => void,
  ) => (
    <button
      type="button"
      className="am-icon-button"
      data-focus={`${option}-${act}`}
      aria-label={fill(label, { name: name(option) })}
      disabled={isClosed}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <span className="am-rank-buttons">
      {button('up', 'arrow-up', 'rank.up', at === 0, () => move(option, 'up'))}
      {button('down', 'arrow-down', 'rank.down', at === ranked.length - 1, () => move(option, 'down'))}
      {button('remove', 'x', 'choice.remove', false, () => remove(option))}
    </span>
  );
}

/** The options that have no place yet. */
function Left({ props, ranking }: { props: InputProps; ranking: Ranking }) {
  const { fill } = useWidgetTexts();
  const { ranked, left, most, drawn, figure, add } = ranking;
  const next = `${props.id}-next`;
  const isFull = ranked.length >= most;
  return (
    <>
      <p className="am-help" id={next}>
        {fill(isFull ? 'rank.full' : 'rank.next', { number: figure(ranked.length + 1), total: figure(most) })}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: the question is the fieldset around it */}
      <div
        className="am-above-1 am-flow am-rank-left"
        role="group"
        aria-labelledby={next}
        aria-describedby={props.describedBy}
      >
        {left.map((value) => {
          const option = optionOf(props, value);
          const button = (picture?: ReactNode) => (
            <button
              key={value}
              type="button"
              className="am-button"
              data-focus={`${value}-add`}
              disabled={props.disabled || isFull}
              onClick={() => add(value)}
            >
              {picture}
              {drawn(value)}
            </button>
          );
          return option?.media ? <LeftWithMedia key={value} option={option} button={button} /> : button();
        })}
      </div>
    </>
  );
}

function LeftWithMedia({ option, button }: { option: Option; button: (picture: ReactNode) => ReactNode }) {
  const { picture, buttons, large } = useOptionMedia(option);
  return (
    <span className="am-media-option am-beside am-round">
      {button(picture)}
      {buttons}
      {large}
    </span>
  );
}
