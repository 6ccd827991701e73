/** One album: its pictures, what may be done with them, and the way to add many at once. */
import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { onDemand } from '../../data/onDemand.tsx';
import { editPath, fill, recordPath } from '../../data/paths.ts';
import { keys, useForgetRecords, useRecord } from '../../data/queries.ts';
import { useSource } from '../../data/source.ts';
import type { FormEntry, RecordView, ShownRecord } from '../../data/types.ts';
import { date, nameOf, number, text } from '../../data/words.ts';
import RemoveDialog from '../../screens/record/RemoveDialog.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { FailureNote, useFailureText } from '../../shell/FailureNote.tsx';
import { Loading } from '../../shell/Loading.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { BarLink } from '../../shell/TopBar.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { OnlineWidgets } from '../../widgets/OnlineWidgets.tsx';
import { AddImages } from './AddImages.tsx';
import { Arrange } from './Arrange.tsx';
import { spoken } from './captions.ts';
import classes from './Gallery.module.css';
import { ImageTile } from './ImageTile.tsx';
import { useAlbumImages } from './useAlbumImages.ts';
import { useSending } from './useSending.ts';
import { fileOf, say, useGalleryForms } from './words.ts';

const Lightbox = onDemand(() => import('./Lightbox.tsx'));
/** Pictures drawn at first, and with each press on `more`. */
const SHOWN = 48;

export default function AlbumScreen() {
  const { id = '' } = useParams();
  const { t } = useTranslation('gallery');
  const forms = useGalleryForms();
  const album = useRecord(forms.albums?.api, forms.albums && id);
  const error = forms.error ?? album.error;
  if (error)
    return (
      <Failed
        error={error}
        crumbs={[{ label: t('title'), to: '/gallery' }, { label: '…' }]}
        onRetry={() => {
          forms.refetch();
          void album.refetch();
        }}
      />
    );
  if (!forms.albums || !forms.images || !album.data) return <Loading />;
  return <Album key={id} albums={forms.albums} images={forms.images} answer={album.data} />;
}

function Album({ albums, images, answer }: { albums: FormEntry; images: FormEntry; answer: ShownRecord }) {
  const { t } = useTranslation('gallery');
  const source = useSource();
  const client = useQueryClient();
  const forget = useForgetRecords();
  const failure = useFailureText();
  const { record: album, refs } = answer;
  const [adding, setAdding] = useState(false);
  const [open, setOpen] = useState<number | null>(null);
  const [removing, setRemoving] = useState<RecordView | null>(null);
  const [arranging, setArranging] = useState(false);
  const [most, setMost] = useState(SHOWN);
  const found = useAlbumImages(images, album);
  const fresh = useQuery({
    queryKey: ['records', images.api.base, 'create', album.id],
    queryFn: () => source.createForm(images.api, { album_id: album.id }),
    enabled: images.may.create === true,
  });
  const sending = useSending(images.api, album.id, () => void forget());
  const cover = useMutation({
    mutationFn: (file: string) =>
      source.update(albums.api, album.id, {
        ...album.data,
        cover_id: file,
        version: album.version,
        form_version: albums.version,
      }),
    onSuccess: ({ message }) => {
      toast('info', message);
      void client.invalidateQueries({ queryKey: keys.allRecords });
    },
    onError: (error) => toast('error', failure(error)),
  });
  const remove = useMutation({
    mutationFn: async (image: RecordView) => {
      const answer = await source.remove(images.api, image.id, image.version);
      // The album does not keep a cover nobody can see.
      const { cover_id, ...data } = album.data;
      if (cover_id && cover_id === fileOf(image) && album.recordScope.edit)
        await source.update(albums.api, album.id, { ...data, version: album.version });
      return answer;
    },
    onSuccess: async ({ message }) => {
      await forget();
      setRemoving(null);
      toast('success', message);
    },
  });
  /** Whoever looked by keyboard stands at the picture that was seen last. */
  const closeAt = (at: number) => {
    const image = all[at];
    setOpen(null);
    setMost((now) => Math.max(now, at + 1));
    requestAnimationFrame(() => {
      if (image) document.querySelector<HTMLElement>(`[data-image="${CSS.escape(image.id)}"] button`)?.focus();
    });
  };
  const all = found.data ?? [];
  const shown = all.slice(0, most);
  const total = found.data?.length;
  const name = album.name || album.code || '';
  const where = [nameOf(album.province), nameOf(album.district), say(album, 'place')].filter(Boolean);
  const department = nameOf(refs[`department:${say(album, 'program')}`]);
  const mayAdd = fresh.data?.recordScope.create === true && !album.deleted_at;
  const denialReasons = fresh.data?.why_not?.create?.message;
  const isArchived = album.current_state.id === 'archived';
  return (
    <Screen
      name="gallery-album"
      title={name}
      width="wide"
      crumbs={[{ label: t('title'), to: '/gallery' }, { label: name }]}
      buttons={
        <>
          {album.recordScope.edit && (
            <BarLink to={fill(editPath(albums.paths), { id: album.id })} icon="pencil">
              {t('editAlbum')}
            </BarLink>
          )}
          <BarLink to={recordPath(albums, album.id)} icon="list-details">
            {t('details')}
          </BarLink>
        </>
      }
    >
      <p className={classes.facts}>
        <span>{date(say(album, 'date'))}</span>
        {where.length > 0 && <bdi>{where.join(t('comma'))}</bdi>}
        {department && <span>{department}</span>}
        {isArchived && <span>{text(album.current_state.label)}</span>}
        <span role="status">{total === undefined ? t('loading') : t('images', { total: number(total) })}</span>
      </p>
      {say(album, 'description') && (
        <p className={classes.description}>
          <bdi>{say(album, 'description')}</bdi>
        </p>
      )}
      {!arranging && (
        <div className={classes.toolbar}>
          {mayAdd && !adding && (
            <Button leftSection={<Icon name="photo-plus" />} data-action="add-images" onClick={() => setAdding(true)}>
              {t('add.title')}
            </Button>
          )}
          {album.recordScope.edit && all.length > 1 && (
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
      {denialReasons && !mayAdd && (
        <p className={classes.hint}>
          <Icon name="info-circle" size={16} /> {t('add.notHere')} {denialReasons}
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
        <div className={classes.none}>
          <Icon name="photo" size={40} />
          <p>{t(mayAdd ? 'emptyAlbumAdd' : 'emptyAlbum')}</p>
        </div>
      )}
      <OnlineWidgets>
        {arranging && <Arrange albums={albums} album={album} images={all} onClose={() => setArranging(false)} />}
        <ul className={classes.images} hidden={arranging} aria-busy={found.isFetching}>
          {shown.map((image, index) => (
            <ImageTile
              key={image.id}
              image={image}
              images={images}
              isCover={fileOf(image) !== undefined && fileOf(image) === say(album, 'cover_id')}
              onOpen={() => setOpen(index)}
              onRemove={() => setRemoving(image)}
              {...(album.recordScope.edit && {
                onCover: () => {
                  const file = fileOf(image);
                  if (file) cover.mutate(file);
                },
              })}
            />
          ))}
        </ul>
        {all.length > most && !arranging && (
          <Button mt="md" variant="outline" onClick={() => setMost(most + SHOWN)}>
            {t('more')}
          </Button>
        )}
        {open !== null && all[open] && <Lightbox images={all} at={open} onAt={setOpen} onClose={() => closeAt(open)} />}
      </OnlineWidgets>
      {removing && (
        <RemoveDialog
          name={spoken(removing)}
          busy={remove.isPending}
          error={remove.error}
          onDo={() => remove.mutate(removing)}
          onClose={() => {
            remove.reset();
            setRemoving(null);
          }}
        />
      )}
    </Screen>
  );
}

function Skeletons() {
  return (
    <div className={classes.images}>
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((one) => (
        <Skeleton key={one} height={220} radius="md" />
      ))}
    </div>
  );
}
