/** Shows pictures one by one in the full window. Supports arrow keys, Home, End, Esc and swiping, and restores the focus. */

import { ActionIcon, Button, Modal } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordView } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { source } from '../../data/source.ts';
import { number } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import { useStoredFile } from '../../widgets/file/useFile.ts';
import { altText } from './captions.ts';
import { imageFileId, useGallery } from './galleryForms.ts';
import classes from './Lightbox.module.css';
import { PictureTexts } from './PictureTexts.tsx';

interface Props {
  images: RecordView[];
  at: number;
  onAt: (at: number) => void;
  onClose: () => void;
}

/** Pixels a finger must move to change the picture. */
const SWIPE = 48;

export default function Lightbox({ images, at, onAt, onClose }: Props) {
  const { t } = useTranslation('gallery');
  const { picture } = useGallery();
  const start = useRef<{ x: number; y: number } | null>(null);
  const image = images[at] as RecordView;
  const isRtl = document.documentElement.dir === 'rtl';
  const go = (to: number) => {
    if (to >= 0 && to < images.length && to !== at) onAt(to);
  };
  const onKey = (event: KeyboardEvent) => {
    const forward = isRtl ? 'ArrowLeft' : 'ArrowRight';
    const back = isRtl ? 'ArrowRight' : 'ArrowLeft';
    const to = getOwn({ [forward]: at + 1, [back]: at - 1, Home: 0, End: images.length - 1 }, event.key);
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    start.current = null;
    if (event.pointerType === 'mouse' || !event.isPrimary || (event.target as Element).closest('button')) return;
    start.current = { x: event.clientX, y: event.clientY };
    // The element under the finger may be replaced during the swipe, when a picture has loaded.
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerUp = (event: PointerEvent) => {
    const from = start.current;
    start.current = null;
    if (!from) return;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    if (Math.abs(x) < SWIPE || Math.abs(x) < Math.abs(y)) return;
    // Swiping against the reading direction shows the next picture.
    go(x < 0 !== isRtl ? at + 1 : at - 1);
  };
  const following = imageFileId(picture, images[at + 1]);
  useEffect(() => {
    // The browser caches the next picture, so that it opens at once. Errors show when it is opened.
    if (following) source.file(following).catch(() => undefined);
  }, [following]);
  return (
    <Modal.Root opened fullScreen onClose={onClose} onKeyDown={onKey} transitionProps={{ duration: 0 }}>
      <Modal.Overlay />
      <Modal.Content className={`${classes.content} am-column am-clipped`} aria-label={t('lightbox')} data-lightbox>
        <div className="am-inline am-between am-pad-y-1 am-pad-x-3">
          <span role="status">{t('position', { at: number(at + 1), total: number(images.length) })}</span>
          <Modal.CloseButton className={`${classes.close} am-plain`} aria-label={t('close')} size="lg" />
        </div>
        <div
          className={classes.stage}
          onPointerDown={onPointerDown}
          onPointerUp={onPointerUp}
          onPointerCancel={() => {
            start.current = null;
          }}
        >
          <ActionIcon
            size="xl"
            variant="filled"
            disabled={at === 0}
            aria-label={t('previous')}
            onClick={() => go(at - 1)}
          >
            <Icon name="chevron-left" size={24} />
          </ActionIcon>
          <Large key={image.id} image={image} />
          <ActionIcon
            size="xl"
            variant="filled"
            disabled={at >= images.length - 1}
            aria-label={t('next')}
            onClick={() => go(at + 1)}
          >
            <Icon name="chevron-right" size={24} />
          </ActionIcon>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

function Large({ image }: { image: RecordView }) {
  const { t } = useTranslation('gallery');
  const { picture } = useGallery();
  const file = imageFileId(picture, image);
  return (
    <figure className={`${classes.figure} am-column am-gap-2`}>
      {file ? <Picture id={file} image={image} /> : <p>{t('noPicture')}</p>}
    </figure>
  );
}

function Picture({ id, image }: { id: string; image: RecordView }) {
  const { t } = useTranslation('gallery');
  const { picture } = useGallery();
  const small = useStoredFile(id, 'thumb');
  const large = useStoredFile(id);
  const url = large.url ?? small.url;
  return (
    <>
      <div className={classes.picture} aria-busy={!large.url && !large.failed}>
        {large.failed && !url ? (
          <p>{t(large.isAway ? 'away' : 'unreadable')}</p>
        ) : (
          url && <img src={url} alt={altText(picture, image)} />
        )}
      </div>
      <figcaption className={`${classes.caption} am-gap-4 am-row-gap-2 am-between am-cluster`}>
        <PictureTexts image={image} />
        {large.url && (
          <Button
            component="a"
            href={large.url}
            download={`${image.code ?? 'image'}.${large.type?.split('/')[1]?.replace('jpeg', 'jpg') ?? 'jpg'}`}
            variant="default"
            leftSection={<Icon name="download" size={16} />}
          >
            {t('download')}
          </Button>
        )}
      </figcaption>
    </>
  );
}
