/** All pictures of an album as they are shown: those put in order by hand first, then by the day they were taken. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { FormEntry, RecordView } from '../../../core/generated/api.ts';
import { source } from '../../data/source.ts';
import { galleryKeys, handOrder, IMAGE_ORDER, inAlbum } from './galleryForms.ts';

export function useAlbumImages(images: FormEntry, album: RecordView): UseQueryResult<RecordView[]> {
  return useQuery({
    queryKey: galleryKeys.images(album.id),
    queryFn: ({ signal }) =>
      source.listAll(images.api, { filters: inAlbum(album.id), sort: IMAGE_ORDER, fields: 'all' }, { signal }),
    select: (found) => inHandOrder(found, handOrder(album)),
  });
}

function inHandOrder(images: RecordView[], order: readonly string[]): RecordView[] {
  const at = new Map(order.map((id, index) => [id, index]));
  const placeOf = (image: RecordView) => at.get(image.id) ?? order.length;
  // Sorting keeps what has no place in the order it came.
  return [...images].sort((a, b) => placeOf(a) - placeOf(b));
}
