/** The pictures of an album as tiles. They can be opened, made the cover, or removed. */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordView } from '../../../core/generated/api.ts';
import { lazyComponent } from '../../data/onDemand.tsx';
import { queryKeys, useInvalidateRecords } from '../../data/queries.ts';
import { source } from '../../data/source.ts';
import RemoveDialog from '../../screens/record/RemoveDialog.tsx';
import { useFailureText } from '../../shell/FailureNote.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import { altText } from './captions.ts';
import classes from './Gallery.module.css';
import { changeAlbum, imageFileId, recordAnswerText, useGallery } from './galleryForms.ts';
import { ImageTile } from './ImageTile.tsx';

const Lightbox = lazyComponent(() => import('./Lightbox.tsx'));
/** Number of pictures shown at first and added by each click on `more`. */
const SHOWN = 48;

interface Props {
  album: RecordView;
  all: RecordView[];
  hidden: boolean;
  busy: boolean;
}

export function AlbumImages({ album, all, hidden, busy }: Props) {
  const { t } = useTranslation('gallery');
  const { album: parts, picture } = useGallery();
  const [open, setOpen] = useState<number | null>(null);
  const [removing, setRemoving] = useState<RecordView | null>(null);
  const [most, setMost] = useState(SHOWN);
  const chooseCover = useCover(album);
  /** Closes the lightbox and focuses the picture that was viewed last. */
  const closeAt = (at: number) => {
    const image = all[at];
    setOpen(null);
    setMost((now) => Math.max(now, at + 1));
    requestAnimationFrame(() => {
      if (image) document.querySelector<HTMLElement>(`[data-image="${CSS.escape(image.id)}"] button`)?.focus();
    });
  };
  return (
    <>
      <ul className={`${classes.images} am-stack am-gap-4 am-after`} hidden={hidden} aria-busy={busy}>
        {all.slice(0, most).map((image, index) => {
          const file = imageFileId(picture, image);
          return (
            <ImageTile
              key={image.id}
              image={image}
              isCover={file !== undefined && file === recordAnswerText(album, parts.cover)}
              onOpen={() => setOpen(index)}
              onRemove={() => setRemoving(image)}
              {...(album.recordScope.edit && parts.cover !== undefined && { onCover: () => file && chooseCover(file) })}
            />
          );
        })}
      </ul>
      {all.length > most && !hidden && (
        <Button mt="md" variant="outline" onClick={() => setMost(most + SHOWN)}>
          {t('more')}
        </Button>
      )}
      {open !== null && all[open] && <Lightbox images={all} at={open} onAt={setOpen} onClose={() => closeAt(open)} />}
      {removing && <RemoveImage album={album} image={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

function useCover(album: RecordView): (file: string) => void {
  const { albums, album: parts } = useGallery();
  const client = useQueryClient();
  const failure = useFailureText();
  return useMutation({
    mutationFn: (file: string) => changeAlbum(albums, album, parts.cover === undefined ? {} : { [parts.cover]: file }),
    onSuccess: ({ message }) => {
      toast('info', message);
      void client.invalidateQueries({ queryKey: queryKeys.allRecords });
    },
    onError: (error) => toast('error', failure(error)),
  }).mutate;
}

interface RemoveProps extends Pick<Props, 'album'> {
  image: RecordView;
  onClose: () => void;
}

function RemoveImage({ album, image, onClose }: RemoveProps) {
  const { albums, images, album: parts, picture } = useGallery();
  const forget = useInvalidateRecords();
  const remove = useMutation({
    mutationFn: async () => {
      const answer = await source.remove(images.api, image.id, image.version);
      // Clear the cover if its picture was removed.
      const cover = recordAnswerText(album, parts.cover);
      const data = Object.fromEntries(Object.entries(album.data).filter(([name]) => name !== parts.cover));
      if (cover && cover === imageFileId(picture, image) && album.recordScope.edit)
        await source.update(albums.api, album.id, { ...data, version: album.version });
      return answer;
    },
    onSuccess: async ({ message }) => {
      await forget();
      onClose();
      toast('success', message);
    },
  });
  return (
    <RemoveDialog
      name={altText(picture, image)}
      busy={remove.isPending}
      error={remove.error}
      onDo={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
