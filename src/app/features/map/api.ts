/** Asks for the sites of the map. What they are narrowed to and where the map looks stands in the address. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MapSitesResponse } from '../../../core/generated/api.ts';
import { call } from '../../data/http.ts';
import { useQueryParams } from '../../shell/useQueryParams.ts';

export const MAP_FILTERS = ['programme', 'status', 'province', 'open', 'age'] as const;
export type MapFilterName = (typeof MAP_FILTERS)[number];
/** Parameter of the middle and zoom of the map. */
const AT = 'at';

export interface MapExtent {
  /** West, south, east, north. */
  bounds: readonly number[];
  zoom: number;
}

export interface MapCenter {
  latitude: number;
  longitude: number;
  zoom: number;
}

/** The choices in the address. They replace each other, so that Back leaves the map. */
export function useMapChoices() {
  const { read, put } = useQueryParams({ replace: true });
  const [latitude = Number.NaN, longitude = Number.NaN, zoom = Number.NaN] = read(AT)
    .split(',')
    .filter(Boolean)
    .map(Number);
  const at = [latitude, longitude, zoom].every(Number.isFinite) ? { latitude, longitude, zoom } : undefined;
  return {
    chosen: Object.fromEntries(MAP_FILTERS.map((name) => [name, read(name)])) as Record<MapFilterName, string>,
    at,
    choose: (name: MapFilterName, value: string) => put({ [name]: value }),
    look: (to: MapCenter) => put({ [AT]: [to.latitude.toFixed(4), to.longitude.toFixed(4), to.zoom].join() }),
    clear: () => put(Object.fromEntries([AT, ...MAP_FILTERS].map((name) => [name, '']))),
  };
}

interface Asked {
  chosen: Record<MapFilterName, string>;
  view: MapExtent | undefined;
  page: number;
  isUnplaced: boolean;
}

export function useMapSites({ chosen, view, page, isUnplaced }: Asked) {
  const query = {
    ...Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== '')),
    ...(view && { bounds: view.bounds.join(), zoom: String(view.zoom) }),
    page: String(page),
    ...(isUnplaced && { unplaced: '1' }),
  };
  return useQuery({
    queryKey: ['map', query],
    queryFn: ({ signal }) => call<MapSitesResponse>('map/sites', { query, signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
}
