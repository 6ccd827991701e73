/** The two forms behind the gallery, how their answers read, and the keys of what was asked. */
import type { Filter, FormEntry, RecordView } from '../../../core/generated/api.ts';
import { useForms } from '../../data/queries.ts';
import { source } from '../../data/source.ts';

export function useGalleryForms() {
  const forms = useForms();
  const entryOf = (form: string) => forms.data?.find((one) => one.form === form);
  return { forms, albums: entryOf('album'), images: entryOf('gallery-image') };
}

export const galleryKeys = {
  albums: (query: object) => ['records', 'albums', 'gallery', query] as const,
  images: (album: string) => ['records', 'images', 'gallery', album] as const,
  face: (album: string) => ['records', 'images', 'gallery', album, 'face'] as const,
};

export const inAlbum = (album: string): Filter[] => [{ field: 'album_id', op: 'eq', value: album }];

/** In the order they were taken; what has no day comes in the order it was added. */
export const IMAGE_ORDER = 'date_taken,created_at';

/** The stored picture of an image; a record may have lost it. */
export function fileOf(image: RecordView | undefined): string | undefined {
  const ids = image?.data.image;
  return Array.isArray(ids) && typeof ids[0] === 'string' ? ids[0] : undefined;
}

export function textOf(record: RecordView, field: string): string {
  const value = record.data[field];
  return typeof value === 'string' ? value : '';
}

/** Answers of an album that change; the others stay as they are. */
export function changeAlbum(albums: FormEntry, album: RecordView, patch: RecordView['data']) {
  return source.update(albums.api, album.id, {
    ...album.data,
    ...patch,
    version: album.version,
    form_version: albums.version,
  });
}

/** Ids of the pictures somebody put in order by hand. */
export function handOrder(album: RecordView): string[] {
  const ids = album.data.image_order;
  return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [];
}
