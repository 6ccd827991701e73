// biome-ignore-all lint/a11y/noNoninteractiveTabindex: the map moves its point by arrow keys
/**
 * A map without tiles: a grid of degrees, the provinces' centres with their names, the chosen point. A press sets the
 * point, arrow keys move it; zoom shows the surroundings of the point or province.
 */
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useItems } from '../controls/useItems.ts';
import { itemName, useWidgets, useWords } from '../environment.tsx';
import type { Point } from './distance.ts';

interface MapPanelProps {
  point: Point | undefined;
  onPick: (latitude: number, longitude: number) => void;
  disabled: boolean;
  /** Province to start at. */
  near: string | undefined;
}

export default function MapPanel({ point, onPick, disabled, near }: MapPanelProps) {
  const { source, language, constants } = useWidgets();
  const { t } = useWords();
  const { items } = useItems(['provinces'], () => source.provinces());
  const places = items.filter((item) => typeof item.latitude === 'number' && typeof item.longitude === 'number');
  const here = places.find((item) => item.id === near);
  const { latitude: lat, longitude: lon } = constants;
  const country = { latitude: (lat.minimum + lat.maximum) / 2, longitude: (lon.minimum + lon.maximum) / 2 };
  const [zoom, setZoom] = useState(near || point ? 3 : 1);
  const [centre, setCentre] = useState<Point>(
    point ?? (here ? { latitude: here.latitude!, longitude: here.longitude! } : country),
  );

  // One degree of latitude is 10 units; a degree of longitude is shorter by the cosine at 34° north.
  const shrink = Math.cos((34 * Math.PI) / 180);
  const width = ((lon.maximum - lon.minimum) * 10 * shrink) / zoom;
  const height = ((lat.maximum - lat.minimum) * 10) / zoom;
  const middle = zoom === 1 ? country : centre;
  const x = (longitude: number) => (longitude - middle.longitude) * 10 * shrink + width / 2;
  const y = (latitude: number) => (middle.latitude - latitude) * 10 + height / 2;

  const onPointer = (event: PointerEvent<SVGSVGElement>) => {
    if (disabled) return;
    const box = event.currentTarget.getBoundingClientRect();
    const px = ((event.clientX - box.left) / box.width) * width;
    const py = ((event.clientY - box.top) / box.height) * height;
    onPick(middle.latitude - (py - height / 2) / 10, middle.longitude + (px - width / 2) / 10 / shrink);
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
  const lines = (from: number, to: number) =>
    Array.from({ length: Math.floor(to) - Math.ceil(from) + 1 }, (_, i) => Math.ceil(from) + i);

  return (
    <div className="am-map" dir="ltr">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="application"
        aria-label={t('geopoint.map')}
        tabIndex={0}
        onPointerDown={onPointer}
        onKeyDown={onKeyDown}
      >
        <rect
          className="am-map-land"
          x={x(lon.minimum)}
          y={y(lat.maximum)}
          width={(lon.maximum - lon.minimum) * 10 * shrink}
          height={(lat.maximum - lat.minimum) * 10}
        />
        {lines(lat.minimum, lat.maximum).map((one) => (
          <line
            key={`a${one}`}
            className="am-map-line"
            x1={x(lon.minimum)}
            x2={x(lon.maximum)}
            y1={y(one)}
            y2={y(one)}
          />
        ))}
        {lines(lon.minimum, lon.maximum).map((one) => (
          <line
            key={`o${one}`}
            className="am-map-line"
            y1={y(lat.minimum)}
            y2={y(lat.maximum)}
            x1={x(one)}
            x2={x(one)}
          />
        ))}
        {places.map((place) => (
          <g key={place.id} className="am-map-place" data-here={place.id === near || undefined}>
            <circle cx={x(place.longitude!)} cy={y(place.latitude!)} r={0.9 / Math.sqrt(zoom)} />
            <text
              x={x(place.longitude!)}
              y={y(place.latitude!) - 1.6 / Math.sqrt(zoom)}
              fontSize={2.6 / Math.sqrt(zoom)}
              textAnchor="middle"
            >
              {itemName(place, language)}
            </text>
          </g>
        ))}
        {point && (
          <g className="am-map-point">
            <circle cx={x(point.longitude)} cy={y(point.latitude)} r={2.2 / Math.sqrt(zoom)} />
            <circle cx={x(point.longitude)} cy={y(point.latitude)} r={0.5 / Math.sqrt(zoom)} />
          </g>
        )}
      </svg>
      <div className="am-map-buttons">
        <button
          type="button"
          className="am-icon-button"
          aria-label={t('geopoint.zoomIn')}
          disabled={zoom >= 24}
          onClick={() => zoomTo(zoom * 2)}
        >
          +
        </button>
        <button
          type="button"
          className="am-icon-button"
          aria-label={t('geopoint.zoomOut')}
          disabled={zoom <= 1}
          onClick={() => zoomTo(Math.max(1, zoom / 2))}
        >
          −
        </button>
      </div>
    </div>
  );
}
