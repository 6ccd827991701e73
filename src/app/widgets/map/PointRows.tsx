/** The points as latitude and longitude, to read, type, correct and remove without a map. */
import { useState } from 'react';
import { localDigits } from '../../../core/text/letters.ts';
import { Icon } from '../../theme/Icon.tsx';
import { typedNumber } from '../controls/NumberControl.tsx';
import { TextControl } from '../controls/TextControl.tsx';
import { useWidgets, useWidgetTexts } from '../environment.tsx';
import type { InputProps } from '../types.ts';
import type { ShapeEditing } from './useShape.ts';

/** Rows are shown in portions of this many. */
const PORTION = 50;

/** Coordinates as people write them: latitude first. */
const PARTS = [
  { name: 'latitude', at: 1 },
  { name: 'longitude', at: 0 },
] as const;

interface Props {
  props: InputProps;
  drawing: ShapeEditing;
}

export function PointRows({ props, drawing }: Props) {
  const { t } = useWidgetTexts();
  const { language } = useWidgets();
  const [isOpen, setOpen] = useState(false);
  const [shown, setShown] = useState(PORTION);
  const { points, move, remove, isFull } = drawing;
  const number = (index: number) => localDigits(index + 1, language);
  return (
    <details className="am-points" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="am-opener">{t('shape.list')}</summary>
      {isOpen && (
        <>
          <ol>
            {points.slice(0, shown).map((point, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a point is known by its place in the list
              <li key={index} className="am-stack am-gap-1 am-level">
                <span className="am-dimmed">{number(index)}</span>
                <Coordinates
                  props={props}
                  id={`${props.id}-${index}`}
                  number={number(index)}
                  point={point}
                  onDegrees={(at, degrees) => move(index, at === 0 ? [degrees, point[1]] : [point[0], degrees])}
                />
                {!props.disabled && (
                  <button
                    type="button"
                    className="am-icon-button am-remove"
                    aria-label={t('shape.remove', { number: number(index) })}
                    onClick={() => remove(index)}
                  >
                    <Icon name="trash" />
                  </button>
                )}
              </li>
            ))}
          </ol>
          {points.length > shown && (
            <button type="button" className="am-link" onClick={() => setShown(shown + PORTION)}>
              {t('shape.more')}
            </button>
          )}
          {!props.disabled && !isFull && <NewPoint {...{ props, drawing }} key={points.length} />}
        </>
      )}
    </details>
  );
}

type Coordinate = number | undefined;

interface CoordinatesProps {
  props: InputProps;
  id: string;
  /** Number of the point, in local digits. */
  number: string;
  point: readonly [longitude: Coordinate, latitude: Coordinate];
  onDegrees: (at: 0 | 1, degrees: number) => void;
}

function Coordinates({ props, id, number, point, onDegrees }: CoordinatesProps) {
  const { t } = useWidgetTexts();
  const { constants } = useWidgets();
  return PARTS.map(({ name, at }) => {
    const value = point[at];
    const { minimum, maximum } = constants[name];
    return (
      <TextControl
        key={name}
        props={{ ...props, required: false, invalid: value !== undefined && (value < minimum || value > maximum) }}
        id={`${id}-${name}`}
        label={`${t(`geopoint.${name}`)}, ${t('shape.point', { number })}`}
        placeholder={t(`geopoint.${name}`)}
        className="am-number"
        ltr
        inputMode="decimal"
        shown={value === undefined ? '' : String(value)}
        onText={(text) => {
          const degrees = typedNumber(text);
          if (typeof degrees === 'number') onDegrees(at, degrees);
        }}
      />
    );
  });
}

function NewPoint({ props, drawing: { points, add } }: Props) {
  const { t } = useWidgetTexts();
  const { language } = useWidgets();
  const number = localDigits(points.length + 1, language);
  const [point, setPoint] = useState<CoordinatesProps['point']>([undefined, undefined]);
  const [longitude, latitude] = point;
  const isWhole = longitude !== undefined && latitude !== undefined;
  return (
    <div className="am-new-point am-stack am-gap-1 am-level">
      <span className="am-dimmed">{number}</span>
      <Coordinates
        {...{ props, number, point }}
        id={`${props.id}-new`}
        onDegrees={(at, degrees) => setPoint(([lon, lat]) => (at === 0 ? [degrees, lat] : [lon, degrees]))}
      />
      <button
        type="button"
        className="am-icon-button"
        aria-label={t('shape.add')}
        disabled={!isWhole}
        onClick={() => isWhole && add([longitude, latitude])}
      >
        <Icon name="plus" />
      </button>
    </div>
  );
}
