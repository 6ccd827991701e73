/** Writes the names of provinces, and from near those of the districts around, at their centres. */
import { divIcon, type Map as LeafletMap, layerGroup, marker } from 'leaflet';
import { useEffect, useRef, useState } from 'react';
import type { Language } from '../../../core/text/languages.ts';
import { useItems } from '../controls/useItems.ts';
import { itemName, useWidgets } from '../environment.tsx';
import type { PickItem } from '../source.ts';

/** Zoom from which all provinces have their name, and from which districts are shown. */
const NAMES = 6;
const DISTRICTS = 8;

type Placed = PickItem & { latitude: number; longitude: number };

const isPlaced = (item: PickItem): item is Placed =>
  typeof item.latitude === 'number' && typeof item.longitude === 'number';

interface View {
  zoom: number;
  latitude: number;
  longitude: number;
}

/** With `isEmpty` the map shows the province `near`; whoever drew something stays where it is. */
export function usePlaceNames(map: LeafletMap | undefined, near: string | undefined, isEmpty: boolean): void {
  const begins = useRef(isEmpty);
  begins.current = isEmpty;
  const { source, language } = useWidgets();
  const view = useView(map);
  const provinces = useItems(['provinces'], () => source.provinces()).items;
  const middle = view && nearestTo(view, provinces.filter(isPlaced))?.id;
  const around = view && view.zoom >= DISTRICTS ? middle : undefined;
  const districts = useItems(around === undefined ? null : ['districts', around], () =>
    source.districts(around as string),
  ).items;
  const here = provinces.find(({ id }) => id === near);
  useEffect(() => {
    if (map && begins.current && here && isPlaced(here))
      map.setView([here.latitude, here.longitude], DISTRICTS, { animate: false });
  }, [map, here]);
  const areNamed = view !== undefined && view.zoom >= NAMES;
  useEffect(() => {
    if (!map) return;
    const names = layerGroup([
      ...provinces.filter(isPlaced).map((one) => nameMark(one, 'province', areNamed || one.id === near, language)),
      ...districts.filter(isPlaced).map((one) => nameMark(one, 'district', true, language)),
    ]);
    names.addTo(map);
    return () => void names.remove();
  }, [map, provinces, districts, areNamed, near, language]);
}

/** Returns where the map looks, after each move. */
function useView(map: LeafletMap | undefined): View | undefined {
  const [view, setView] = useState<View>();
  useEffect(() => {
    if (!map) return;
    const read = () => setView({ zoom: map.getZoom(), latitude: map.getCenter().lat, longitude: map.getCenter().lng });
    read();
    map.on('moveend', read);
    return () => void map.off('moveend', read);
  }, [map]);
  return view;
}

function nearestTo(view: View, places: readonly Placed[]): Placed | undefined {
  const away = (one: Placed) => Math.hypot(one.latitude - view.latitude, one.longitude - view.longitude);
  return places.reduce<Placed | undefined>((best, one) => (best && away(best) <= away(one) ? best : one), undefined);
}

function nameMark(place: Placed, kind: string, isNamed: boolean, language: Language) {
  const name = document.createElement('span');
  name.dir = 'auto';
  name.textContent = isNamed ? itemName(place, language) : '';
  const icon = divIcon({ className: `am-map-place am-map-${kind}`, html: name, iconSize: [0, 0] });
  return marker([place.latitude, place.longitude], { icon, interactive: false, keyboard: false });
}
