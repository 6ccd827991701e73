/** Calls of the screens for places. */
import { call } from '../../data/http.ts';
import type { ListMeta, Named, PlaceView } from '../../data/types.ts';

export interface ReferencePlace extends Named {
  id: string;
  name: string;
  name_en: string;
  name_fa: string;
  name_ps: string;
  level: PlaceView['level'];
  pcode: string | null;
  parent_id: string | null;
  aliases: string[];
  latitude: number | null;
  longitude: number | null;
  retired_at: string | null;
  merged_into: string | null;
  /** Name of the place that stands for this double. */
  merged_into_name: string | null;
  updated_at: string | null;
  /** What it lies in, the nearest first. */
  above: { id: string; name: string }[];
  /** Places in it that are offered. */
  below: number;
}

export interface PlaceWords {
  name_en: string;
  name_fa: string;
  name_ps: string;
  aliases: string[];
  pcode: string;
  latitude: string;
  longitude: string;
}

export interface PlacePage {
  data: ReferencePlace[];
  meta: ListMeta;
  hidden: number;
  parent: ReferencePlace | null;
}

export interface PlaceEvent {
  at: string;
  by: { id: string; name: string };
  action: string;
  id: string;
  name: string;
  into: string;
}

interface Saved {
  message: string;
  data: ReferencePlace;
}

const e = encodeURIComponent;
const post = (path: string, body: unknown = {}) => call<Saved>(`admin/places${path}`, { method: 'POST', body });

export const placesApi = {
  page: (query: { parent?: string; text?: string; all?: string; page?: number; per_page?: number }) =>
    call<PlacePage>('admin/places', { query }),
  history: async () => (await call<{ data: PlaceEvent[] }>('admin/places/history')).data,
  add: (parent_id: string, words: PlaceWords) => post('', { ...words, parent_id }),
  change: (place: ReferencePlace, words: PlaceWords) =>
    call<Saved>(`admin/places/${e(place.id)}`, { method: 'PUT', body: { ...words, updated_at: place.updated_at } }),
  retire: (id: string) => post(`/${e(id)}/retire`),
  restore: (id: string) => post(`/${e(id)}/restore`),
  merge: (id: string, into: string) => post(`/${e(id)}/merge`, { into }),
};

export const placeKeys = {
  all: ['admin places'] as const,
  page: (query: object) => ['admin places', query] as const,
  history: ['admin places', 'history'] as const,
};
