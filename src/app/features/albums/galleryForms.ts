/**
 * The two forms of the gallery, readers for their answers, and the query keys. The menu says which form the albums are of; the
 * pictures are the form below it.
 */

import type { Filter, FormEntry, RecordView } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/getOwn.ts';
import { captureVersion } from '../../../core/paths/screens.ts';
import { useCommon, useForms } from '../../data/queries.ts';
import { source } from '../../data/source.ts';

/** Path of the screen, which the menu gives a form. */
const GALLERY = '/gallery';

export function useGalleryForms() {
  const forms = useForms();
  const common = useCommon();
  const form = common.data?.navigation.bar.find(({ path }) => path === GALLERY)?.form;
  const albums = forms.data?.find((one) => one.form === form);
  const images = albums && forms.data?.find(({ parent }) => parent?.forms.includes(albums.form));
  return {
    albums,
    images,
    isPending: forms.isPending || common.isPending,
    error: forms.error ?? common.error,
    retry: () => Promise.all([forms.refetch(), common.refetch()]),
  };
}

/** Name of the question that says which album a picture is in. */
export const albumField = ({ form, parent }: FormEntry): string => {
  if (!parent) throw new Error(`${form} has no parent`);
  return parent.field;
};

export const galleryKeys = {
  albums: (query: object) => ['records', 'albums', 'gallery', query] as const,
  images: (album: string) => ['records', 'images', 'gallery', album] as const,
  face: (album: string) => ['records', 'images', 'gallery', album, 'face'] as const,
};

export const albumFilters = (images: FormEntry, album: string): Filter[] => [
  { field: albumField(images), op: 'eq', value: album },
];

/** By the day they were taken. Pictures without a day come in the order they were added. */
export const IMAGE_ORDER = 'date_taken,created_at';

/** Returns the file id of a picture record. Undefined if the record lost its file. */
export function imageFileId(image: RecordView | undefined): string | undefined {
  const ids = image?.data.image;
  return Array.isArray(ids) && typeof ids[0] === 'string' ? ids[0] : undefined;
}

export function recordAnswerText(record: RecordView, field: string): string {
  const value = getOwn(record.data, field);
  return typeof value === 'string' ? value : '';
}

/** Updates some answers of an album and keeps the others. */
export function changeAlbum(albums: FormEntry, album: RecordView, patch: RecordView['data']) {
  return source.update(albums.api, album.id, {
    ...album.data,
    ...patch,
    version: album.version,
    form_version: captureVersion(albums),
  });
}

/** Returns the picture ids in the order set by hand. */
export function manualOrder(album: RecordView): string[] {
  const ids = album.data.image_order;
  return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [];
}
