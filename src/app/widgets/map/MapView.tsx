// biome-ignore-all lint/a11y/noNoninteractiveTabindex: the map is used by keyboard too
/**
 * A map without tiles, which needs no network: the outlines of the provinces, names of provinces and districts, neighbouring places,
 * borders that were imported, and a point, a line or an area. One finger scrolls the page, two move the map. By keyboard, arrow keys move the chosen point, or the map
 * if none is chosen, and Enter sets a point in the middle.
 */
import { getOwn } from '../../../core/json.ts';
import 'leaflet/dist/leaflet.css';
import { type KeyboardEvent, useRef } from 'react';
import type { Position } from '../../../core/geometry/shape.ts';
import { useWidgetTexts } from '../environment.tsx';
import type { Borders } from '../source.ts';
import { useBorders } from './useBorders.ts';
import { type DrawnShape, positionOf, useDrawing } from './useDrawing.ts';
import { useHideOverlaps } from './useHideOverlaps.ts';
import { useLeaflet } from './useLeaflet.ts';
import { type Neighbours, useNeighbours } from './useNeighbours.ts';
import { usePlaceNames } from './usePlaceNames.ts';
import { useMapViewport } from './useView.ts';

interface MapViewProps extends DrawnShape {
  /** Accessible name. */
  label: string;
  /** Id of the province to begin at. */
  near?: string | undefined;
  /** Where to begin if there is no point yet, in place of the province. */
  begin?: Position | undefined;
  /** Other places to draw. */
  neighbours?: Neighbours | undefined;
  /** Borders to look at, in place of those that were imported. */
  borders?: Borders | undefined;
}

/** Pixels by which arrow keys move a point, and the map. */
const STEP = 6;
const PAN = 80;

const ARROWS: Readonly<Record<string, [x: number, y: number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

export default function MapView(props: MapViewProps) {
  const { label, points, chosen, near, begin, edit, neighbours, borders } = props;
  const { t } = useWidgetTexts();
  const box = useRef<HTMLDivElement>(null);
  const map = useLeaflet(box, points, begin, edit !== undefined);
  const view = useMapViewport(map);
  const bordered = useBorders(map, view, borders);
  const around = usePlaceNames(map, view, { near, isEmpty: points.length === 0 && !begin && !borders, bordered });
  useNeighbours(map, view, around, neighbours);
  useHideOverlaps(map);
  useDrawing(map, props);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!map || !edit) return;
    const arrow = getOwn(ARROWS, event.key);
    const from = chosen === undefined ? undefined : points[chosen];
    if (event.key === 'Enter') edit.add(positionOf(map.getCenter()));
    else if (arrow && from && chosen !== undefined) {
      const size = event.shiftKey ? STEP * 5 : STEP;
      const at = map.project([from[1], from[0]]).add([arrow[0] * size, arrow[1] * size]);
      edit.move(chosen, positionOf(map.unproject(at)));
    } else if (arrow) map.panBy([arrow[0] * PAN, arrow[1] * PAN], { animate: false });
    else return;
    event.preventDefault();
  };
  if (!edit) return <div ref={box} className="am-map am-map-still" dir="ltr" role="img" aria-label={label} />;
  const zoomButton = (sign: string, name: string, change: number) => (
    <button
      type="button"
      className="am-icon-button"
      aria-label={name}
      onClick={() => map?.setZoom(map.getZoom() + change)}
    >
      {sign}
    </button>
  );
  return (
    <div className="am-map" dir="ltr">
      <div ref={box} role="application" aria-label={label} tabIndex={0} onKeyDown={onKeyDown} />
      <div className="am-map-buttons am-stack am-gap-1">
        {zoomButton('+', t('geopoint.zoomIn'), 1)}
        {zoomButton('−', t('geopoint.zoomOut'), -1)}
      </div>
      <p className="am-help am-map-fingers" dir="auto">
        {t('shape.fingers')}
      </p>
    </div>
  );
}
