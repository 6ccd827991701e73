/** Draws a dot for each site and a circle with a number for several that are close together. */

import { divIcon, type Map as LeafletMap, latLngBounds, layerGroup, marker } from 'leaflet';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapMark } from '../../../core/generated/api.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { number } from '../../data/words.ts';
import classes from './Map.module.css';

/** Pixels of a mark that a finger meets. */
const SIZE = 44;
/** Of several sites at one place, a nearer map shows no more. */
const NEAREST = 17;

export function useMapMarks(
  map: LeafletMap | undefined,
  marks: readonly MapMark[],
  chosen: string | undefined,
  onMark: (mark: MapMark) => void,
): void {
  const { t } = useTranslation('map');
  const press = useRef(onMark);
  press.current = onMark;
  useEffect(() => {
    if (!map) return;
    const layers = layerGroup(
      marks.map((mark) => {
        const { latitude, longitude, count, open, name = '' } = mark;
        const isOne = mark.site !== undefined;
        const title = isOne
          ? t('markOne', { name: isolateName(name), open: number(open) })
          : t('mark', { count: number(count), open: number(open) });
        const kind = isOne ? classes.dot : `${classes.many} am-small am-strong`;
        const html = document.createElement('span');
        html.className = [
          kind,
          open > 0 ? classes.problem : '',
          isOne && mark.site === chosen ? classes.chosen : '',
        ].join(' ');
        html.textContent = isOne ? '' : number(count);
        const icon = divIcon({ className: classes.mark ?? '', html, iconSize: [SIZE, SIZE] });
        // The list serves the keyboard: hundreds of marks would be as many stops before it.
        const drawn = marker([latitude, longitude], { icon, title, keyboard: false, zIndexOffset: count });
        drawn.on('click', () => (isOne ? press.current(mark) : near(map, mark)));
        return drawn;
      }),
    ).addTo(map);
    return () => void layers.remove();
  }, [map, marks, chosen, t]);
}

function near(map: LeafletMap, { bounds: [west = 0, south = 0, east = 0, north = 0] }: MapMark): void {
  const box = latLngBounds([south, west], [north, east]);
  const zoom = Math.min(NEAREST, Math.max(map.getBoundsZoom(box.pad(0.2)), map.getZoom() + 1));
  map.setView(box.getCenter(), zoom, { animate: false });
}
