// biome-ignore-all lint/a11y/noNoninteractiveTabindex: the map is used by keyboard too
/** Draws the marks on the map of the provinces and tells which part is looked at. The list beside it serves who sees no map. */
import { getOwn } from '../../../core/json.ts';
import 'leaflet/dist/leaflet.css';
import { type Map as LeafletMap, latLngBounds } from 'leaflet';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapMark } from '../../../core/generated/api.ts';
import type { Position } from '../../../core/geometry/shape.ts';
import { Icon } from '../../theme/Icon.tsx';
import { useBorders } from '../../widgets/map/useBorders.ts';
import { useHideOverlaps } from '../../widgets/map/useHideOverlaps.ts';
import { useLeaflet } from '../../widgets/map/useLeaflet.ts';
import { usePlaceNames } from '../../widgets/map/usePlaceNames.ts';
import { useMapViewport } from '../../widgets/map/useView.ts';
import type { MapCenter, MapExtent } from './api.ts';
import classes from './Map.module.css';
import { useMapMarks } from './useMarks.ts';

interface Props {
  marks: readonly MapMark[];
  /** Id of the site whose mark was pressed. */
  chosen: string | undefined;
  /** Where to begin, in place of all that was found. */
  at: MapCenter | undefined;
  /** All that was found. The map shows it whenever the key changes; undefined while it is asked for. */
  fit: { key: string; bounds: readonly number[] | null } | undefined;
  onView: (view: MapExtent, at: MapCenter) => void;
  onMark: (mark: MapMark) => void;
}

const NONE: readonly Position[] = [];
/** Pixels by which arrow keys move the map. */
const PAN = 80;
const ARROWS: Readonly<Record<string, [x: number, y: number]>> = {
  ArrowUp: [0, -PAN],
  ArrowDown: [0, PAN],
  ArrowLeft: [-PAN, 0],
  ArrowRight: [PAN, 0],
};
const ZOOMS: Readonly<Record<string, number>> = { '+': 1, '=': 1, '-': -1, '−': -1 };
/** A single site is not shown nearer than this when all that was found is shown. */
const NEAREST = 12;

export default function SiteMap({ marks, chosen, at, fit, onView, onMark }: Props) {
  const { t } = useTranslation('map');
  const box = useRef<HTMLDivElement>(null);
  const map = useLeaflet(box, NONE, undefined, true);
  const view = useMapViewport(map);
  const bordered = useBorders(map, view);
  usePlaceNames(map, view, { isEmpty: false, bordered });
  useHideOverlaps(map);
  // Before the map moves for the first time, so that this is told too.
  useTelling(map, onView);
  useFit(map, at, fit);
  useMapMarks(map, marks, chosen, onMark);
  const onKeyDown = (event: KeyboardEvent) => {
    const pan = getOwn(ARROWS, event.key);
    const zoom = getOwn(ZOOMS, event.key);
    if (!map || event.ctrlKey || event.metaKey || event.altKey) return;
    if (pan) map.panBy(pan, { animate: false });
    else if (zoom) map.setZoom(map.getZoom() + zoom);
    else return;
    event.preventDefault();
  };
  const zoomBy = (by: number) => map?.setZoom(map.getZoom() + by);
  const buttons: [sign: ReactNode, name: string, act: () => void][] = [
    ['+', t('zoomIn'), () => zoomBy(1)],
    ['−', t('zoomOut'), () => zoomBy(-1)],
    [<Icon key="whole" name="map" />, t('whole'), () => map && fit?.bounds && show(map, fit.bounds)],
  ];
  return (
    <div className={`am-map ${classes.map}`} dir="ltr">
      <div ref={box} role="application" aria-label={t('label')} tabIndex={0} onKeyDown={onKeyDown} data-map />
      <div className="am-map-buttons am-stack am-gap-1">
        {buttons.map(([sign, name, act]) => (
          <button key={name} type="button" className="am-icon-button" aria-label={name} title={name} onClick={act}>
            {sign}
          </button>
        ))}
      </div>
      <p className="am-help am-map-fingers" dir="auto">
        {t('form:shape.fingers')}
      </p>
    </div>
  );
}

function show(map: LeafletMap, [west = 0, south = 0, east = 0, north = 0]: readonly number[]): void {
  map.fitBounds(latLngBounds([south, west], [north, east]), { padding: [32, 32], maxZoom: NEAREST, animate: false });
}

/** Shows all that was found, at first and after other choices; at first the place of the address, if it names one. */
function useFit(map: LeafletMap | undefined, at: Props['at'], fit: Props['fit']): void {
  const shown = useRef<{ map: LeafletMap; key: string }>(undefined);
  const begin = useRef(at);
  const { key, bounds } = fit ?? {};
  useEffect(() => {
    if (!map || key === undefined) return;
    const isFirst = shown.current === undefined;
    if (shown.current?.map === map && shown.current.key === key) return;
    shown.current = { map, key };
    const { current } = begin;
    if (isFirst && current) map.setView([current.latitude, current.longitude], current.zoom, { animate: false });
    else if (bounds) show(map, bounds);
  }, [map, key, bounds]);
}

/** Says after each move what the map shows. */
function useTelling(map: LeafletMap | undefined, onView: Props['onView']): void {
  const tell = useRef(onView);
  tell.current = onView;
  useEffect(() => {
    if (!map) return;
    const said = () => {
      const seen = map.getBounds();
      const { lat, lng } = map.getCenter();
      const zoom = map.getZoom();
      const edges = [seen.getWest(), seen.getSouth(), seen.getEast(), seen.getNorth()];
      tell.current(
        { bounds: edges.map((edge) => Number(edge.toFixed(3))), zoom },
        { latitude: lat, longitude: lng, zoom },
      );
    };
    map.on('moveend', said);
    return () => void map.off('moveend', said);
  }, [map]);
}
