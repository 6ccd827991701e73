/** Screen of one album: its pictures, its actions, and the upload of many pictures at once. */
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import type { RecordView } from '../../../core/generated/api.ts';
import { editPath, fillPath, recordPath } from '../../../core/paths/screens.ts';
import { useInvalidateRecords, useRecord } from '../../data/queries.ts';
import { source } from '../../data/source.ts';
import type { RecordWithResponse } from '../../data/types.ts';
import { comma, date, nameOf, number, text } from '../../data/words.ts';
import ForbiddenScreen from '../../screens/error/ForbiddenScreen.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Loading } from '../../shell/Loading.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { BarLink } from '../../shell/TopBar.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { OnlineWidgets } from '../../widgets/OnlineWidgets.tsx';
import { AddImages } from './AddImages.tsx';
import { AlbumImages } from './AlbumImages.tsx';
import { ArrangeImages } from './ArrangeImages.tsx';
import classes from './Gallery.module.css';
import { albumField, GalleryContext, recordAnswerText, useGallery, useGalleryForms } from './galleryForms.ts';
import { useAlbumImages } from './useAlbumImages.ts';
import { useImageUploads } from './useImageUploads.ts';

export default function AlbumScreen() {
  const { id = '' } = useParams();
  const { t } = useTranslation('gallery');
  const { gallery, albums, images, ...forms } = useGalleryForms();
  const album = useRecord(gallery?.albums.api, gallery && id);
  const error = forms.error ?? album.error;
  if (error)
    return (
      <Failed
        error={error}
        crumbs={[{ label: t('title'), to: '/gallery' }, { label: '…' }]}
        onRetry={() => void Promise.all([forms.retry(), album.refetch()])}
      />
    );
  if (!forms.isPending && !(albums && images)) return <ForbiddenScreen />;
  if (!gallery || !album.data) return <Loading />;
  return (
    <GalleryContext value={gallery}>
      <Album key={id} answer={album.data} />
    </GalleryContext>
  );
}

function Album({ answer }: { answer: RecordWithResponse }) {
  const { t } = useTranslation('gallery');
  const { images, album: parts } = useGallery();
  const forget = useInvalidateRecords();
  const { record: album } = answer;
  const [adding, setAdding] = useState(false);
  const [arranging, setArranging] = useState(false);
  const found = useAlbumImages(album);
  const fresh = useQuery({
    queryKey: ['records', images.api.base, 'create', album.id],
    queryFn: () => source.createForm(images.api, { [albumField(images)]: album.id }),
    enabled: images.may.create === true,
  });
  const sending = useImageUploads(album.id, () => void forget());
  const all = found.data ?? [];
  const name = album.name || album.code || '';
  const mayAdd = fresh.data?.recordScope.create === true && !album.deleted_at;
  const denialReason = fresh.data?.why_not?.create?.message;
  return (
    <Screen
      name="gallery-album"
      title={name}
      width="wide"
      crumbs={[{ label: t('title'), to: '/gallery' }, { label: name }]}
      buttons={<AlbumButtons album={album} />}
    >
      <AlbumFacts answer={answer} total={found.data?.length} />
      {!arranging && (
        <div className="am-flow am-after">
          {mayAdd && !adding && (
            <Button leftSection={<Icon name="photo-plus" />} data-action="add-images" onClick={() => setAdding(true)}>
              {t('add.title')}
            </Button>
          )}
          {album.recordScope.edit && parts.order !== undefined && all.length > 1 && (
            <Button
              variant="outline"
              leftSection={<Icon name="arrows-sort" />}
              data-action="arrange"
              onClick={() => setArranging(true)}
            >
              {t('arrange.title')}
            </Button>
          )}
        </div>
      )}
      {denialReason && !mayAdd && (
        <p className="am-hint am-after">
          <Icon name="info-circle" size={16} /> {t('add.notHere')} {denialReason}
        </p>
      )}
      {adding && <AddImages name={name} sending={sending} />}
      {found.error && (
        <>
          <FailureNote error={found.error} />
          <Button onClick={() => void found.refetch()}>{t('send.retry')}</Button>
        </>
      )}
      {found.isPending && <Skeletons />}
      {found.data && all.length === 0 && !adding && (
        <div className="am-nothing am-stack am-centred">
          <Icon name="photo" size={40} />
          <p>{t(mayAdd ? 'emptyAlbumAdd' : 'emptyAlbum')}</p>
        </div>
      )}
      <OnlineWidgets>
        {arranging && <ArrangeImages album={album} images={all} onClose={() => setArranging(false)} />}
        <AlbumImages album={album} all={all} hidden={arranging} busy={found.isFetching} />
      </OnlineWidgets>
    </Screen>
  );
}

function AlbumButtons({ album }: { album: RecordView }) {
  const { t } = useTranslation('gallery');
  const { albums } = useGallery();
  return (
    <>
      {album.recordScope.edit && (
        <BarLink to={fillPath(editPath(albums.paths), { id: album.id })} icon="pencil">
          {t('editAlbum')}
        </BarLink>
      )}
      <BarLink to={recordPath(albums, album.id)} icon="list-details">
        {t('details')}
      </BarLink>
    </>
  );
}

/** Shows the album's date, place, what it is narrowed by, number of pictures and description. */
function AlbumFacts({
  answer: { record: album, refs },
  total,
}: {
  answer: RecordWithResponse;
  total: number | undefined;
}) {
  const { t } = useTranslation('gallery');
  const { place, day, description: about, narrow } = useGallery().album;
  const where = [nameOf(album.province), nameOf(album.district), recordAnswerText(album, place)].filter(Boolean);
  const narrowed = narrow && nameOf(refs[`${narrow.choices}:${recordAnswerText(album, narrow.name)}`]);
  const description = recordAnswerText(album, about);
  return (
    <>
      <p className="am-hint am-gap-3 am-row-gap-0 am-below-3 am-flow">
        <span>{date(recordAnswerText(album, day))}</span>
        {where.length > 0 && <bdi>{where.join(comma())}</bdi>}
        {narrowed && <span>{narrowed}</span>}
        {album.current_state.id === 'archived' && <span>{text(album.current_state.label)}</span>}
        <span role="status">{total === undefined ? t('loading') : t('images', { total: number(total) })}</span>
      </p>
      {description && (
        <p className="am-measure am-after am-prose">
          <bdi>{description}</bdi>
        </p>
      )}
    </>
  );
}

function Skeletons() {
  return (
    <div className={`${classes.images} am-stack am-gap-4 am-after`}>
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((one) => (
        <Skeleton key={one} height={220} radius="md" />
      ))}
    </div>
  );
}
