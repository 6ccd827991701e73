/** Makes a Leaflet map with the outlines of the provinces, and removes it with the component. */
import { geoJSON, type Map as LeafletMap, latLngBounds, map as makeMap } from 'leaflet';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { feature } from 'topojson-client';
import type { Position } from '../../../core/geometry/shape.ts';
import { useWidgets } from '../environment.tsx';
import provinces from './provinces.json';

const LAND = provinces as unknown as Parameters<typeof feature>[0];
/** Closest view, some 100 metres across a phone. */
const CLOSEST = 19;
/** View of the surroundings of a place, some forty kilometres across a phone. */
const AROUND = 10;

export function useLeaflet(
  box: RefObject<HTMLDivElement | null>,
  points: readonly Position[],
  begin: Position | undefined,
  isEdited: boolean,
): LeafletMap | undefined {
  const { latitude, longitude } = useWidgets().constants;
  const [map, setMap] = useState<LeafletMap>();
  const first = useRef(points);
  const around = useRef(begin);
  useEffect(() => {
    if (!box.current) return;
    const country = latLngBounds([latitude.minimum, longitude.minimum], [latitude.maximum, longitude.maximum]);
    const made = makeMap(box.current, {
      zoomControl: false,
      attributionControl: false,
      keyboard: false,
      scrollWheelZoom: false,
      doubleClickZoom: false,
      boxZoom: false,
      touchZoom: isEdited,
      // A finger scrolls the page; two fingers move and zoom the map.
      dragging: isEdited && !window.matchMedia('(pointer: coarse)').matches,
      zoomAnimation: false,
      fadeAnimation: false,
      zoomSnap: 0.5,
      maxZoom: CLOSEST,
      maxBounds: country.pad(0.2),
    });
    const land = geoJSON(feature(LAND, 'provinces'), {
      // Below everything that is drawn later.
      pane: 'tilePane',
      interactive: false,
      style: { className: 'am-map-land', weight: 1 },
    }).addTo(made);
    if (first.current.length === 0 && around.current) made.setView([around.current[1], around.current[0]], AROUND);
    else
      made.fitBounds(first.current.length > 0 ? boundsOf(first.current) : land.getBounds(), {
        maxZoom: 16,
        padding: [16, 16],
      });
    setMap(made);
    return () => {
      made.remove();
      setMap(undefined);
    };
  }, [box, isEdited, latitude, longitude]);
  return map;
}

function boundsOf(points: readonly Position[]) {
  return latLngBounds(points.map(([lng, lat]) => [lat, lng]));
}
