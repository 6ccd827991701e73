/** Draws a point, a line or an area with its points, which can be dragged. */
import {
  divIcon,
  type LatLng,
  type Map as LeafletMap,
  type LeafletMouseEvent,
  layerGroup,
  marker,
  polygon,
  polyline,
} from 'leaflet';
import { useEffect, useRef } from 'react';
import type { Position } from '../../../core/geometry/shape.ts';

/** What is drawn on a map. */
export interface DrawnShape {
  type: 'Point' | 'LineString' | 'Polygon';
  points: readonly Position[];
  /** Index of the point that keys move. */
  chosen?: number | undefined;
  /** Absent for a map that is only looked at. */
  edit?: MapEdit | undefined;
}

interface MapEdit {
  add(position: Position): void;
  move(index: number, position: Position): void;
  choose(index: number): void;
}

/** More points than this are not offered for dragging at once: zooming in shows fewer. */
const MOST_HANDLES = 150;

/** A finger is not more exact than 6 decimals, a tenth of a metre. */
export const positionOf = ({ lng, lat }: LatLng): Position => [Number(lng.toFixed(6)), Number(lat.toFixed(6))];

export function useDrawing(map: LeafletMap | undefined, { type, points, chosen, edit }: DrawnShape): void {
  const editing = useRef(edit);
  editing.current = edit;
  const isEdited = edit !== undefined;
  useEffect(() => {
    if (!map || !isEdited) return;
    const onClick = ({ latlng }: LeafletMouseEvent) => editing.current?.add(positionOf(latlng));
    map.on('click', onClick);
    return () => void map.off('click', onClick);
  }, [map, isEdited]);
  useEffect(() => {
    if (!map) return;
    const path = points.map(([lng, lat]): [number, number] => [lat, lng]);
    // A point that was typed or measured may be where nobody looks.
    if (type === 'Point' && path[0] && !map.getBounds().contains(path[0])) map.panTo(path[0], { animate: false });
    const look = { className: 'am-map-shape', interactive: false };
    const shape = type === 'Polygon' ? polygon(path, look) : polyline(path, look);
    const handles = layerGroup();
    const drawHandles = () => {
      handles.clearLayers();
      const view = map.getBounds().pad(0.1);
      const seen = path.flatMap((at, index) => (view.contains(at) ? [index] : []));
      const shown = seen.length > MOST_HANDLES ? seen.filter((at) => at === chosen || at === path.length - 1) : seen;
      for (const index of isEdited || type === 'Point' ? shown : []) {
        const className = index === chosen ? 'am-map-handle am-map-chosen' : 'am-map-handle';
        const icon = divIcon({ className, iconSize: [28, 28] });
        const handle = marker(path[index] as [number, number], { icon, draggable: isEdited, keyboard: false });
        handle.on('click', () => editing.current?.choose(index));
        handle.on('drag', () => {
          shape.setLatLngs(path.map((at, other) => (other === index ? handle.getLatLng() : at)));
        });
        handle.on('dragend', () => editing.current?.move(index, positionOf(handle.getLatLng())));
        handles.addLayer(handle);
      }
    };
    if (type !== 'Point') shape.addTo(map);
    handles.addTo(map);
    drawHandles();
    map.on('moveend', drawHandles);
    return () => {
      map.off('moveend', drawHandles);
      shape.remove();
      handles.remove();
    };
  }, [map, type, points, chosen, isEdited]);
}
