/** Returns all pictures of an album in display order: those ordered by hand first, then by the day they were taken. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { RecordView } from '../../../core/generated/api.ts';
import { source } from '../../data/source.ts';
import { albumFilters, galleryKeys, imageOrder, manualOrder, useGallery } from './galleryForms.ts';

export function useAlbumImages(album: RecordView): UseQueryResult<RecordView[]> {
  const { images, album: parts, picture } = useGallery();
  return useQuery({
    queryKey: galleryKeys.images(album.id),
    queryFn: ({ signal }) =>
      source.listAll(
        images.api,
        { filters: albumFilters(images, album.id), sort: imageOrder(picture), fields: 'all' },
        { signal },
      ),
    select: (found) => inHandOrder(found, manualOrder(parts, album)),
  });
}

function inHandOrder(images: RecordView[], order: readonly string[]): RecordView[] {
  const at = new Map(order.map((id, index) => [id, index]));
  const placeOf = (image: RecordView) => at.get(image.id) ?? order.length;
  // The sort is stable, so pictures without a manual position keep their order.
  return [...images].sort((a, b) => placeOf(a) - placeOf(b));
}
