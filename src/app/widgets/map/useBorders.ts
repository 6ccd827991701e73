/** Draws the borders that an administrator imported, from near, in place of the coarser outlines of the provinces. */
import { useQuery } from '@tanstack/react-query';
import type { Feature, GeoJsonObject } from 'geojson';
import { featureGroup, geoJSON, type Map as LeafletMap, layerGroup, Path } from 'leaflet';
import { useEffect, useMemo } from 'react';
import { feature, mesh } from 'topojson-client';
import { BORDERS_KEY, LIST_QUERY } from '../controls/useItems.ts';
import { useWidgets } from '../environment.tsx';
import type { Borders } from '../source.ts';
import { type MapViewport, showsDistricts } from './useView.ts';

const NONE: ReadonlySet<string> = new Set();

/**
 * Returns the P-codes of the places whose borders are drawn. Borders that are `given` are drawn from everywhere, and the map
 * begins with them.
 */
export function useBorders(
  map: LeafletMap | undefined,
  view: MapViewport | undefined,
  given?: Borders,
): ReadonlySet<string> {
  const { source } = useWidgets();
  const isAsked = view !== undefined && (given !== undefined || showsDistricts(view));
  const { data } = useQuery({
    queryKey: BORDERS_KEY,
    queryFn: source.borders,
    enabled: isAsked && !given,
    ...LIST_QUERY,
  });
  const drawing = useMemo(() => {
    const drawn = given ?? data;
    return drawn && drawingOf(drawn);
  }, [given, data]);
  useEffect(() => {
    if (!map || !drawing || !given) return;
    map.fitBounds(featureGroup(drawing.lines.map(([, line]) => geoJSON(line))).getBounds(), { padding: [16, 16] });
  }, [map, drawing, given]);
  useEffect(() => {
    if (!map || !drawing || !isAsked) return;
    const { codes, lines } = drawing;
    const coarse = outlinesOf(map, codes);
    const layers = layerGroup(
      lines.map(([className, line]) => geoJSON(line, { pane: 'tilePane', interactive: false, style: { className } })),
    ).addTo(map);
    for (const outline of coarse) outline.classList.add('am-map-replaced');
    return () => {
      layers.remove();
      for (const outline of coarse) outline.classList.remove('am-map-replaced');
    };
  }, [map, drawing, isAsked]);
  return isAsked && drawing ? drawing.codes : NONE;
}

function drawingOf({ province, district }: Borders) {
  const provinces = province && feature(province, province.objects.areas);
  const districts = district && feature(district, district.objects.areas);
  const edges =
    district && mesh(district, district.objects.areas, (a, b) => a === b || provinceOf(a) !== provinceOf(b));
  const lines: [className: string, line: GeoJsonObject | undefined][] = [
    ['am-map-border', districts],
    ['am-map-border am-map-strong', provinces ?? edges],
  ];
  return {
    codes: new Set([provinces, districts].flatMap((one) => one?.features.map(({ id }) => String(id)) ?? [])),
    lines: lines.flatMap(([className, line]) => (line ? [[className, line] as const] : [])),
  };
}

/** The P-code of a district begins with that of its province: AF10, AF1001. */
function provinceOf({ id }: { id?: string | number | undefined }): string {
  return String(id).slice(0, 4);
}

/** Returns the outlines of the provinces that have a border, or districts with one. */
function outlinesOf(map: LeafletMap, codes: ReadonlySet<string>): Element[] {
  const provinces = new Set([...codes].map((id) => provinceOf({ id })));
  const found: Element[] = [];
  map.eachLayer((layer) => {
    if (!(layer instanceof Path)) return;
    const { feature: outlined } = layer as Path & { feature?: Feature };
    const element = layer.getElement();
    if (outlined && element && provinces.has(provinceOf(outlined))) found.push(element);
  });
  return found;
}
