/** Draws the other places of a form in the province that is looked at: small dots, from near with their names. */
import { divIcon, type Map as LeafletMap, layerGroup, marker } from 'leaflet';
import { useEffect } from 'react';
import { usePickerItems } from '../controls/useItems.ts';
import { useWidgets } from '../environment.tsx';
import { hasPosition } from './usePlaceNames.ts';
import type { MapViewport } from './useView.ts';

/** Zoom from which names have room beside their dots. */
const NAMED = 9.5;

/** Whose neighbours are drawn. */
export interface Neighbours {
  form: string;
  /** Id of the record that is being filled in: it is no neighbour of itself. */
  except?: string | undefined;
}

/** `province`: the one that is looked at; undefined from far, where nothing is drawn. */
export function useNeighbours(
  map: LeafletMap | undefined,
  view: MapViewport | undefined,
  province: string | undefined,
  of: Neighbours | undefined,
): void {
  const { source } = useWidgets();
  const isKnown = province !== undefined && of !== undefined && source.positions !== undefined;
  const { items } = usePickerItems(isKnown ? ['positions', of.form, province] : null, async () =>
    isKnown ? ((await source.positions?.(of.form, province)) ?? []) : [],
  );
  const areNamed = view !== undefined && view.zoom >= NAMED;
  const except = of?.except;
  useEffect(() => {
    if (!map) return;
    const dots = layerGroup(
      items.filter(hasPosition).flatMap(({ id, name, latitude, longitude }) => {
        if (id === except) return [];
        const label = document.createElement('span');
        label.dir = 'auto';
        label.textContent = areNamed ? name : '';
        const icon = divIcon({ className: 'am-map-place am-map-neighbour', html: label, iconSize: [0, 0] });
        return [marker([latitude, longitude], { icon, interactive: false, keyboard: false })];
      }),
    ).addTo(map);
    return () => void dots.remove();
  }, [map, items, areNamed, except]);
}
