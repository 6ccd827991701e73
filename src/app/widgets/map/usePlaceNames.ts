/** Writes the names of provinces, and from near those of the districts around, at their centres. */
import { divIcon, type Map as LeafletMap, layerGroup, marker } from 'leaflet';
import { useEffect, useRef } from 'react';
import type { Language } from '../../../core/text/languages.ts';
import { usePickerItems } from '../controls/useItems.ts';
import { itemName, useWidgets } from '../environment.tsx';
import type { PickItem } from '../source.ts';
import { DISTRICT_ZOOM, type MapViewport, showsDistricts } from './useView.ts';

/** Zoom from which all provinces have their name. */
const NAMES = 6;

export type PlacedItem = PickItem & { latitude: number; longitude: number };

export const hasPosition = (item: PickItem): item is PlacedItem =>
  typeof item.latitude === 'number' && typeof item.longitude === 'number';

interface Shown {
  /** Id of the province to begin at, if the map is empty: whoever drew something stays where it is. */
  near?: string | undefined;
  isEmpty: boolean;
  /** P-codes of places whose borders are drawn, so that they need no point. */
  bordered: ReadonlySet<string>;
}

/** Returns the id of the province whose districts are named. */
export function usePlaceNames(
  map: LeafletMap | undefined,
  view: MapViewport | undefined,
  shown: Shown,
): string | undefined {
  const { near, isEmpty, bordered } = shown;
  const begins = useRef(isEmpty);
  begins.current = isEmpty;
  const { source, language } = useWidgets();
  const provinces = usePickerItems(['provinces'], () => source.provinces()).items;
  const middle = view && nearestTo(view, provinces.filter(hasPosition))?.id;
  const around = view && showsDistricts(view) ? middle : undefined;
  const districts = usePickerItems(around === undefined ? null : ['districts', around], () =>
    source.districts(around as string),
  ).items;
  const here = provinces.find(({ id }) => id === near);
  useEffect(() => {
    if (map && begins.current && here && hasPosition(here))
      map.setView([here.latitude, here.longitude], DISTRICT_ZOOM, { animate: false });
  }, [map, here]);
  const areNamed = view !== undefined && view.zoom >= NAMES;
  useEffect(() => {
    if (!map) return;
    const names = layerGroup([
      ...provinces.filter(hasPosition).map((one) => nameMark(one, 'province', areNamed || one.id === near, language)),
      ...districts
        .filter(hasPosition)
        .map((one) => nameMark(one, bordered.has(one.pcode ?? '') ? 'bordered' : 'district', true, language)),
    ]);
    names.addTo(map);
    return () => void names.remove();
  }, [map, provinces, districts, bordered, areNamed, near, language]);
  return around;
}

function nearestTo(view: MapViewport, places: readonly PlacedItem[]): PlacedItem | undefined {
  const away = (one: PlacedItem) => Math.hypot(one.latitude - view.latitude, one.longitude - view.longitude);
  return places.reduce<PlacedItem | undefined>(
    (best, one) => (best && away(best) <= away(one) ? best : one),
    undefined,
  );
}

function nameMark(place: PlacedItem, kind: string, isNamed: boolean, language: Language) {
  const name = document.createElement('span');
  name.dir = 'auto';
  name.textContent = isNamed ? itemName(place, language) : '';
  const icon = divIcon({ className: `am-map-place am-map-${kind}`, html: name, iconSize: [0, 0] });
  return marker([place.latitude, place.longitude], { icon, interactive: false, keyboard: false });
}
