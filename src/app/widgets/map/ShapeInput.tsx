/** Draws a line or an area: on the map, by the device's position, by walking, or as a list of coordinates. */
import { useState } from 'react';
import { FEWEST_POINTS } from '../../../core/form/types/places/shape.ts';
import { type Shape, shapeLength } from '../../../core/geometry/shape.ts';
import { localDigits } from '../../../core/text/letters.ts';
import { lazyComponent } from '../../data/onDemand.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { Dialog } from '../controls/Dialog.tsx';
import { useWidgets, useWidgetTexts } from '../environment.tsx';
import { useProvinceHere } from '../host.tsx';
import type { InputProps } from '../types.ts';
import { LocatingTrouble } from './LocatingTrouble.tsx';
import { shapeMeasuresText } from './measures.ts';
import { PointRows } from './PointRows.tsx';
import { useFollowing, useLocating } from './useLocating.ts';
import { type ShapeEditing, useShape } from './useShape.ts';

const MapView = lazyComponent(() => import('./MapView.tsx'));

/** Metres between two points while somebody walks, unless the question says another number. */
const STEP = 10;

export function shapeInput(type: Shape['type']) {
  return function ShapeInput(props: InputProps) {
    const { t } = useWidgetTexts();
    const drawing = useShape(props, type);
    const [isOpen, setOpen] = useState(false);
    const near = useProvinceHere();
    const { points, chosen, add, move, choose } = drawing;
    return (
      <div>
        <div className="am-above-2 am-flow">
          <button
            type="button"
            className="am-button"
            id={props.id}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="map" /> {t(isOpen ? 'geopoint.closeMap' : 'shape.openMap')}
          </button>
          {!props.disabled && <Positions props={props} drawing={drawing} />}
        </div>
        {isOpen && (
          <MapView
            waiting={<p className="am-aside">{t('choice.loading')}</p>}
            label={t(props.disabled ? 'shape.still' : 'shape.map')}
            {...{ type, points, chosen, near }}
            edit={props.disabled ? undefined : { add, move, choose }}
          />
        )}
        {!props.disabled && points.length > 0 && <Changes drawing={drawing} />}
        <Measured {...{ drawing, type }} />
        <PointRows {...{ props, drawing }} />
      </div>
    );
  };
}

/** Adds points where the device is: one, or one after the other. */
function Positions({ props, drawing }: { props: InputProps; drawing: ShapeEditing }) {
  const { t } = useWidgetTexts();
  const { step = STEP } = (props.node.def['ui:options'] ?? {}) as { step?: number };
  const { language } = useWidgets();
  const { locating, locate } = useLocating(drawing.add);
  const { isFollowing, follow, trouble } = useFollowing(step, drawing.add);
  const reason = locating.state === 'failed' ? locating.reason : trouble;
  const isBusy = locating.state === 'busy';
  return (
    <>
      <button type="button" className="am-button" disabled={isBusy || isFollowing || drawing.isFull} onClick={locate}>
        <Icon name="map-pin" /> {t(isBusy ? 'geopoint.locating' : 'shape.addHere')}
      </button>
      <button
        type="button"
        className="am-button"
        disabled={drawing.isFull && !isFollowing}
        onClick={() => follow(!isFollowing)}
      >
        <Icon name={isFollowing ? 'player-stop' : 'road'} /> {t(isFollowing ? 'shape.stop' : 'shape.follow')}
      </button>
      <div role="status" className="am-shape-status">
        {isFollowing && <p className="am-aside">{t('shape.following', { metres: localDigits(step, language) })}</p>}
        {locating.state === 'done' && (
          <p className="am-aside">{t('geopoint.accuracy', { metres: localDigits(locating.accuracy, language) })}</p>
        )}
        {reason && <LocatingTrouble reason={reason} />}
      </div>
    </>
  );
}

function Changes({ drawing }: { drawing: ShapeEditing }) {
  const { t } = useWidgetTexts();
  const { language } = useWidgets();
  const [isAsking, setAsking] = useState(false);
  const { chosen, canUndo, undo, remove, clear } = drawing;
  return (
    <div className="am-above-2 am-flow">
      <button type="button" className="am-button" disabled={!canUndo} onClick={undo}>
        <Icon name="arrow-back-up" /> {t('shape.undo')}
      </button>
      {chosen !== undefined && (
        <button type="button" className="am-button" onClick={() => remove(chosen)}>
          <Icon name="minus" /> {t('shape.remove', { number: localDigits(chosen + 1, language) })}
        </button>
      )}
      <button type="button" className="am-button am-remove" onClick={() => setAsking(true)}>
        <Icon name="trash" /> {t('shape.clear')}
      </button>
      {isAsking && (
        <Dialog title={t('shape.clearQuestion')} onClose={() => setAsking(false)}>
          <div className="am-above-2 am-flow">
            <button
              type="button"
              className="am-button am-remove"
              onClick={() => {
                clear();
                setAsking(false);
              }}
            >
              <Icon name="trash" /> {t('shape.clear')}
            </button>
            <button type="button" className="am-button" onClick={() => setAsking(false)}>
              {t('shape.keep')}
            </button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

/** The number of points, and length and area once there are enough. */
function Measured({ drawing: { shape, points, isFull, most }, type }: { drawing: ShapeEditing; type: Shape['type'] }) {
  const { t } = useWidgetTexts();
  const said = useWidgets();
  const digits = (number: number) => localDigits(number, said.language);
  const missing = FEWEST_POINTS[type] - points.length;
  return (
    <p className="am-aside" role="status">
      {shape && shapeLength(shape) > 0 && missing <= 0 && <strong>{shapeMeasuresText(shape, said, t)} </strong>}
      {points.length > 0 && t('shape.points', { number: digits(points.length) })}
      {points.length > 0 && missing > 0 && ` ${t('shape.missing', { number: digits(missing) })}`}
      {isFull && ` ${t('shape.full', { number: digits(most) })}`}
    </p>
  );
}
