/** The pictures of an album as tiles. They can be opened, made the cover, or removed. */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormEntry, RecordView } from '../../../core/generated/api.ts';
import { lazyComponent } from '../../data/onDemand.tsx';
import { queryKeys, useInvalidateRecords } from '../../data/queries.ts';
import { source } from '../../data/source.ts';
import RemoveDialog from '../../screens/record/RemoveDialog.tsx';
import { useFailureText } from '../../shell/FailureNote.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import { altText } from './captions.ts';
import classes from './Gallery.module.css';
import { changeAlbum, imageFileId, recordAnswerText } from './galleryForms.ts';
import { ImageTile } from './ImageTile.tsx';

const Lightbox = lazyComponent(() => import('./Lightbox.tsx'));
/** Number of pictures shown at first and added by each click on `more`. */
const SHOWN = 48;

interface Props {
  albums: FormEntry;
  album: RecordView;
  images: FormEntry;
  all: RecordView[];
  hidden: boolean;
  busy: boolean;
}

export function AlbumImages({ albums, album, images, all, hidden, busy }: Props) {
  const { t } = useTranslation('gallery');
  const [open, setOpen] = useState<number | null>(null);
  const [removing, setRemoving] = useState<RecordView | null>(null);
  const [most, setMost] = useState(SHOWN);
  const chooseCover = useCover(albums, album);
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
          const file = imageFileId(image);
          return (
            <ImageTile
              key={image.id}
              image={image}
              images={images}
              isCover={file !== undefined && file === recordAnswerText(album, 'cover_id')}
              onOpen={() => setOpen(index)}
              onRemove={() => setRemoving(image)}
              {...(album.recordScope.edit && { onCover: () => file && chooseCover(file) })}
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
      {removing && <RemoveImage {...{ albums, album, images }} image={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

function useCover(albums: FormEntry, album: RecordView): (file: string) => void {
  const client = useQueryClient();
  const failure = useFailureText();
  return useMutation({
    mutationFn: (file: string) => changeAlbum(albums, album, { cover_id: file }),
    onSuccess: ({ message }) => {
      toast('info', message);
      void client.invalidateQueries({ queryKey: queryKeys.allRecords });
    },
    onError: (error) => toast('error', failure(error)),
  }).mutate;
}

interface RemoveProps extends Pick<Props, 'albums' | 'album' | 'images'> {
  image: RecordView;
  onClose: () => void;
}

function RemoveImage({ albums, album, images, image, onClose }: RemoveProps) {
  const forget = useInvalidateRecords();
  const remove = useMutation({
    mutationFn: async () => {
      const answer = await source.remove(images.api, image.id, image.version);
      // Clear the cover if its picture was removed.
      const { cover_id, ...data } = album.data;
      if (cover_id && cover_id === imageFileId(image) && album.recordScope.edit)
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
      name={altText(image)}
      busy={remove.isPending}
      error={remove.error}
      onDo={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
