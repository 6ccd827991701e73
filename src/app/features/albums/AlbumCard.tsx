/** Card of an album on the gallery's first page: cover, number of pictures, date and place. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { RecordView } from '../../../core/generated/api.ts';
import { source } from '../../data/source.ts';
import { comma, date, nameOf, number } from '../../data/words.ts';
import classes from './Gallery.module.css';
import {
  albumFilters,
  galleryKeys,
  imageFileId,
  imageOrder,
  manualOrder,
  recordAnswerText,
  useGallery,
} from './galleryForms.ts';
import { ImageThumbnail } from './Thumb.tsx';

interface Props {
  album: RecordView;
  /** Number of pictures that the user may see. */
  total: number;
  /** What albums are narrowed by, in words. */
  narrowed: string;
}

export function AlbumCard({ album, total, narrowed }: Props) {
  const { t } = useTranslation('gallery');
  const { images, album: parts, picture } = useGallery();
  const chosen = recordAnswerText(album, parts.cover);
  const [isLost, setLost] = useState(false);
  const [front] = manualOrder(parts, album);
  // The album stores its cover. Only an album without one, or with a lost one, requests its first picture.
  const face = useQuery({
    queryKey: galleryKeys.face(album.id),
    queryFn: ({ signal }) =>
      source.list(
        images.api,
        {
          filters: [
            ...albumFilters(images, album.id),
            ...(front ? [{ field: 'id', op: 'eq' as const, value: front }] : []),
          ],
          per_page: 1,
          sort: imageOrder(picture),
          fields: 'all',
        },
        signal,
      ),
    enabled: total > 0 && (chosen === '' || isLost),
  });
  const first = imageFileId(picture, face.data?.data[0]);
  const cover = chosen || first;
  const name = album.name || album.code || '';
  const where = [nameOf(album.district) || nameOf(album.province), recordAnswerText(album, parts.place)].filter(
    Boolean,
  );
  return (
    <li className="am-shrinks am-clipped am-surface" data-album={album.id}>
      <Link to={`/gallery/${album.id}`} className={`${classes.cover} am-holds am-block am-plain am-inset`}>
        <ImageThumbnail key={cover} id={cover} instead={first} alt="" onLost={() => setLost(true)} />
        <span className={`${classes.count} am-number-of am-corner`}>{t('images', { total: number(total) })}</span>
        <strong className="am-block am-above-2 am-pad-x-3 am-action am-wraps">
          <bdi>{name}</bdi>
        </strong>
      </Link>
      <p className="am-hint am-column am-pad-x-3 am-below-3">
        <span>{date(recordAnswerText(album, parts.day))}</span>
        {where.length > 0 && (
          <span>
            <bdi>{where.join(comma())}</bdi>
          </span>
        )}
        {narrowed && <span>{narrowed}</span>}
      </p>
    </li>
  );
}
