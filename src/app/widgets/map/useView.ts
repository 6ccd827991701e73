import type { Map as LeafletMap } from 'leaflet';
import { useEffect, useState } from 'react';

/** Zoom from which districts are shown. */
export const DISTRICT_ZOOM = 8;

export interface MapViewport {
  zoom: number;
  latitude: number;
  longitude: number;
}

export function showsDistricts({ zoom }: MapViewport): boolean {
  return zoom >= DISTRICT_ZOOM;
}

/** Returns where the map looks, after each move. */
export function useMapViewport(map: LeafletMap | undefined): MapViewport | undefined {
  const [view, setView] = useState<MapViewport>();
  useEffect(() => {
    if (!map) return;
    const read = () => setView({ zoom: map.getZoom(), latitude: map.getCenter().lat, longitude: map.getCenter().lng });
    read();
    map.on('moveend', read);
    return () => void map.off('moveend', read);
  }, [map]);
  return view;
}
