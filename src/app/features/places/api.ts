/** Requests of the place screens. */
import type {
  PlaceEventsResponse,
  ReferencePlace,
  ReferencePlaceList,
  ReferencePlaceResponse,
} from '../../../core/generated/api.ts';
import { call } from '../../data/http.ts';

export interface PlaceWords {
  name_en: string;
  name_fa: string;
  name_ps: string;
  aliases: string[];
  pcode: string;
  latitude: string;
  longitude: string;
}

const e = encodeURIComponent;
const post = (path: string, body: unknown = {}) =>
  call<ReferencePlaceResponse>(`admin/places${path}`, { method: 'POST', body });

export const placesApi = {
  page: (query: { parent?: string; text?: string; all?: string; page?: number; per_page?: number }) =>
    call<ReferencePlaceList>('admin/places', { query }),
  history: async () => (await call<PlaceEventsResponse>('admin/places/history')).data,
  add: (parent_id: string, words: PlaceWords) => post('', { ...words, parent_id }),
  change: (place: ReferencePlace, words: PlaceWords) =>
    call<ReferencePlaceResponse>(`admin/places/${e(place.id)}`, {
      method: 'PUT',
      body: { ...words, updated_at: place.updated_at },
    }),
  retire: (id: string) => post(`/${e(id)}/retire`),
  restore: (id: string) => post(`/${e(id)}/restore`),
  merge: (id: string, into: string) => post(`/${e(id)}/merge`, { into }),
};

export const placeKeys = {
  all: ['admin places'] as const,
  page: (query: object) => ['admin places', query] as const,
  history: ['admin places', 'history'] as const,
};
