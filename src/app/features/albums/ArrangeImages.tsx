/** Orders the pictures of an album by buttons, arrow keys or dragging. The order is saved as a whole or not at all. */

import { ActionIcon, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordView } from '../../../core/generated/api.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { isApiError } from '../../data/errors.ts';
import { moveItem } from '../../data/order.ts';
import { useInvalidateRecords } from '../../data/queries.ts';
import { number } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import { useFocusAfterReorder } from '../../shell/useFocusAfterReorder.ts';
import { Icon } from '../../theme/Icon.tsx';
import { altText } from './captions.ts';
import classes from './Gallery.module.css';
import { changeAlbum, imageFileId, type PictureParts, useGallery } from './galleryForms.ts';
import { ImageThumbnail } from './Thumb.tsx';

interface Props {
  album: RecordView;
  /** In their current order. */
  images: readonly RecordView[];
  onClose: () => void;
}

export function ArrangeImages(props: Props) {
  const { t } = useTranslation('gallery');
  const forget = useInvalidateRecords();
  const [dragged, setDragged] = useState<string | null>(null);
  const { ids, byId, move, announced, save } = useImageOrder(props);
  const { onClose } = props;
  return (
    <section aria-label={t('arrange.title')} data-arrange>
      <div className="am-surface am-sticks am-below-3 am-pad-3 am-cluster">
        <span className="am-words">{t('arrange.hint')}</span>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button loading={save.isPending} onClick={() => save.mutate()} data-action="save-order">
          {t('arrange.save')}
        </Button>
      </div>
      {save.error && (
        <>
          <FailureNote error={save.error} />
          {isApiError(save.error) && save.error.code === 'conflict' && (
            <Button
              mb="md"
              variant="outline"
              onClick={() => void forget().then(() => save.reset())}
              data-action="newest"
            >
              {t('arrange.newest')}
            </Button>
          )}
        </>
      )}
      <p className="am-visually-hidden" role="status">
        {announced}
      </p>
      <ol className={`${classes.images} am-stack am-gap-4 am-after`}>
        {ids.map((id, index) => (
          <li
            key={id}
            className={`${classes.tile} am-shrinks am-clipped am-surface`}
            data-place={id}
            data-dragged={dragged === id || undefined}
            draggable
            onDragStart={() => setDragged(id)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              event.preventDefault();
              if (dragged && dragged !== id) move(dragged, index);
            }}
            onDrop={(event) => event.preventDefault()}
          >
            <Place image={byId.get(id)} index={index} isLast={index === ids.length - 1} onMove={(to) => move(id, to)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function spokenOf(parts: PictureParts, image: RecordView | undefined): string {
  return image ? altText(parts, image) : '';
}

/** Holds the new order, the announcement of the last move for screen readers, and the save request. */
function useImageOrder({ album, images, onClose }: Props) {
  const { albums, album: parts, picture } = useGallery();
  const { t } = useTranslation('gallery');
  const forget = useInvalidateRecords();
  const [order, setOrder] = useState<readonly string[]>(() => images.map(({ id }) => id));
  const [announced, setAnnounced] = useState('');
  const hold = useFocusAfterReorder(order);
  const byId = new Map(images.map((image) => [image.id, image]));
  // Pictures added meanwhile come last. Pictures removed meanwhile are left out.
  const ids = [
    ...order.filter((id) => byId.has(id)),
    ...images.map(({ id }) => id).filter((id) => !order.includes(id)),
  ];
  const save = useMutation({
    mutationFn: () => changeAlbum(albums, album, parts.order === undefined ? {} : { [parts.order]: ids }),
    onSuccess: async ({ message }) => {
      await forget();
      toast('success', message);
      onClose();
    },
  });
  const move = (id: string, to: number) => {
    hold();
    const next = moveItem(ids, id, to);
    setOrder(next);
    const name = isolateName(spokenOf(picture, byId.get(id)));
    setAnnounced(t('arrange.now', { name, at: number(next.indexOf(id) + 1), total: number(ids.length) }));
  };
  return { ids, byId, move, announced, save };
}

interface PlaceProps {
  image: RecordView | undefined;
  index: number;
  isLast: boolean;
  onMove: (to: number) => void;
}

function Place({ image, index, isLast, onMove }: PlaceProps) {
  const { t } = useTranslation('gallery');
  const { picture } = useGallery();
  const name = spokenOf(picture, image);
  const ways = [
    ['first', 'arrow-bar-to-up', 0],
    ['earlier', 'arrow-up', index - 1],
    ['later', 'arrow-down', index + 1],
  ] as const;
  return (
    <>
      <ImageThumbnail id={imageFileId(picture, image)} alt={name} />
      <div className="am-pad-2 am-inline">
        <b className="am-grow">{number(index + 1)}</b>
        {ways.map(([way, icon, to]) => (
          <ActionIcon
            key={way}
            variant="default"
            size="lg"
            aria-label={t(`arrange.${way}`, { name: isolateName(name) })}
            // Not `disabled`, so that the button keeps the focus at the first and last position.
            aria-disabled={way === 'later' ? isLast : index === 0}
            onClick={() => onMove(to)}
          >
            <Icon name={icon} size={18} />
          </ActionIcon>
        ))}
      </div>
    </>
  );
}
