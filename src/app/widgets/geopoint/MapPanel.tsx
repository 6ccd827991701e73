// biome-ignore-all lint/a11y/noNoninteractiveTabindex: the map moves its point by arrow keys
/**
 * A map without tiles: a grid of degrees, the provinces' centres with their names, and the chosen point. A press sets the
 * point, arrow keys move it. Zooming in shows the surroundings of the point or the province.
 */
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { Constants } from '../../../core/definitions/types.ts';
import { useItems } from '../controls/useItems.ts';
import { itemName, useWidgets, useWords } from '../environment.tsx';
import type { PickItem } from '../source.ts';
import type { Point } from './distance.ts';

interface MapPanelProps {
  point: Point | undefined;
  onPick: (latitude: number, longitude: number) => void;
  disabled: boolean;
  /** Id of the province to start at. */
  near: string | undefined;
}

export default function MapPanel({ point, onPick, disabled, near }: MapPanelProps) {
  const { source, constants } = useWidgets();
  const { t } = useWords();
  const { items } = useItems(['provinces'], () => source.provinces());
  const places = items.filter(isPlaced);
  const here = places.find((item) => item.id === near);
  const { latitude: lat, longitude: lon } = constants;
  const country = { latitude: (lat.minimum + lat.maximum) / 2, longitude: (lon.minimum + lon.maximum) / 2 };
  const [zoom, setZoom] = useState(near || point ? 3 : 1);
  const [centre, setCentre] = useState<Point>(point ?? here ?? country);
  const view = viewOf(constants, zoom === 1 ? country : centre, zoom);
  const onPointer = (event: PointerEvent<SVGSVGElement>) => {
    if (disabled) return;
    const box = event.currentTarget.getBoundingClientRect();
    const { latitude, longitude } = view.pointAt(
      (event.clientX - box.left) / box.width,
      (event.clientY - box.top) / box.height,
    );
    onPick(latitude, longitude);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = (event.shiftKey ? 0.1 : 0.01) / Math.sqrt(zoom);
    const moves: Record<string, [number, number]> = {
      ArrowUp: [step, 0],
      ArrowDown: [-step, 0],
      ArrowLeft: [0, -step],
      ArrowRight: [0, step],
    };
    const move = moves[event.key];
    if (!move || disabled) return;
    event.preventDefault();
    const from = point ?? centre;
    onPick(from.latitude + move[0], from.longitude + move[1]);
  };
  const zoomTo = (next: number) => {
    if (point) setCentre(point);
    setZoom(next);
  };
  const zoomButton = (sign: string, label: string, next: number, isEnd: boolean) => (
    <button type="button" className="am-icon-button" aria-label={label} disabled={isEnd} onClick={() => zoomTo(next)}>
      {sign}
    </button>
  );
  return (
    <div className="am-map" dir="ltr">
      <svg
        viewBox={`0 0 ${view.width} ${view.height}`}
        role="application"
        aria-label={t('geopoint.map')}
        tabIndex={0}
        onPointerDown={onPointer}
        onKeyDown={onKeyDown}
      >
        <Degrees view={view} />
        {places.map((place) => (
          <PlaceMark key={place.id} place={place} view={view} isHere={place.id === near} />
        ))}
        {point && (
          <g className="am-map-point">
            <circle {...view.at(point)} r={2.2 / Math.sqrt(zoom)} />
            <circle {...view.at(point)} r={0.5 / Math.sqrt(zoom)} />
          </g>
        )}
      </svg>
      <div className="am-map-buttons">
        {zoomButton('+', t('geopoint.zoomIn'), zoom * 2, zoom >= 24)}
        {zoomButton('−', t('geopoint.zoomOut'), Math.max(1, zoom / 2), zoom <= 1)}
      </div>
    </div>
  );
}

type Placed = PickItem & Point;

function isPlaced(item: PickItem): item is Placed {
  return typeof item.latitude === 'number' && typeof item.longitude === 'number';
}

/** One degree of latitude is 10 units. A degree of longitude is shorter by the cosine at 34° north. */
const HIGH = 10;
const WIDE = HIGH * Math.cos((34 * Math.PI) / 180);

type View = ReturnType<typeof viewOf>;

/** Returns the visible size in drawing units, and functions that place points in it. */
function viewOf({ latitude, longitude }: Constants, middle: Point, zoom: number) {
  const width = ((longitude.maximum - longitude.minimum) * WIDE) / zoom;
  const height = ((latitude.maximum - latitude.minimum) * HIGH) / zoom;
  const x = (degrees: number) => (degrees - middle.longitude) * WIDE + width / 2;
  const y = (degrees: number) => (middle.latitude - degrees) * HIGH + height / 2;
  return {
    ...{ width, height, zoom, x, y },
    at: (point: Point) => ({ cx: x(point.longitude), cy: y(point.latitude) }),
    /** Returns the point at these fractions of width and height. */
    pointAt: (across: number, down: number): Point => ({
      latitude: middle.latitude - ((down - 0.5) * height) / HIGH,
      longitude: middle.longitude + ((across - 0.5) * width) / WIDE,
    }),
  };
}

/** The country's rectangle with a line for every whole degree. */
function Degrees({ view: { x, y } }: { view: View }) {
  const { latitude, longitude } = useWidgets().constants;
  const [left, right] = [x(longitude.minimum), x(longitude.maximum)];
  const [top, bottom] = [y(latitude.maximum), y(latitude.minimum)];
  return (
    <>
      <rect className="am-map-land" x={left} y={top} width={right - left} height={bottom - top} />
      {wholes(latitude).map((one) => (
        <line key={`a${one}`} className="am-map-line" x1={left} x2={right} y1={y(one)} y2={y(one)} />
      ))}
      {wholes(longitude).map((one) => (
        <line key={`o${one}`} className="am-map-line" y1={bottom} y2={top} x1={x(one)} x2={x(one)} />
      ))}
    </>
  );
}

function wholes({ minimum, maximum }: { minimum: number; maximum: number }): number[] {
  const first = Math.ceil(minimum);
  return Array.from({ length: Math.floor(maximum) - first + 1 }, (_, index) => first + index);
}

/** The centre of a province with its name. */
function PlaceMark({ place, view, isHere }: { place: Placed; view: View; isHere: boolean }) {
  const { language } = useWidgets();
  const { cx, cy } = view.at(place);
  const size = 1 / Math.sqrt(view.zoom);
  return (
    <g className="am-map-place" data-here={isHere || undefined}>
      <circle cx={cx} cy={cy} r={0.9 * size} />
      <text x={cx} y={cy - 1.6 * size} fontSize={2.6 * size} textAnchor="middle">
        {itemName(place, language)}
      </text>
    </g>
  );
}
