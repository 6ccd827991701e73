/** Requests of the place screens. */
import type {
  BordersImport,
  BordersResponse,
  BordersView,
  MessageResponse,
  PlaceEventsResponse,
  ReferencePlace,
  ReferencePlaceList,
  ReferencePlaceResponse,
} from '../../../core/generated/api.ts';
import { call } from '../../data/http.ts';

export interface PlaceFormValues {
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
  add: (parent_id: string, words: PlaceFormValues) => post('', { ...words, parent_id }),
  change: (place: ReferencePlace, words: PlaceFormValues) =>
    call<ReferencePlaceResponse>(`admin/places/${e(place.id)}`, {
      method: 'PUT',
      body: { ...words, updated_at: place.updated_at },
    }),
  retire: (id: string) => post(`/${e(id)}/retire`),
  restore: (id: string) => post(`/${e(id)}/restore`),
  merge: (id: string, into: string) => post(`/${e(id)}/merge`, { into }),
};

/** A file of borders, and the name of its property with the P-codes, recognised if absent. */
export interface BordersFile {
  file: File;
  property?: string;
}

const sendBorders = ({ file, property }: BordersFile, dry_run?: 1) => {
  const body = new FormData();
  if (property) body.append('property', property);
  body.append('file', file);
  return call<BordersImport>('admin/places/borders', { method: 'POST', query: { dry_run }, body });
};

export const bordersApi = {
  list: async () => (await call<BordersResponse>('admin/places/borders')).data,
  preview: (file: BordersFile) => sendBorders(file, 1),
  import: (file: BordersFile) => sendBorders(file),
  remove: (level: BordersView['level']) => call<MessageResponse>(`admin/places/borders/${level}`, { method: 'DELETE' }),
};

export const placeKeys = {
  all: ['admin places'] as const,
  borders: ['admin places', 'borders'] as const,
  page: (query: object) => ['admin places', query] as const,
  history: ['admin places', 'history'] as const,
};
