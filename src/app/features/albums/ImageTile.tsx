/** A picture in the grid with its caption, which can be edited in place. */

import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormEntry, RecordView } from '../../../core/generated/api.ts';
import { captureVersion } from '../../../core/paths/screens.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { useInvalidateRecords } from '../../data/queries.ts';
import { source } from '../../data/source.ts';

import { DayInput } from '../../screens/list/filters/DayInput.tsx';
import { DropItem, DropMenu } from '../../shell/DropMenu.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { CaptionFields } from './CaptionFields.tsx';
import { altText, captionProperties, captionsOf } from './captions.ts';
import classes from './Gallery.module.css';
import { imageFileId, recordAnswerText } from './galleryForms.ts';
import { PictureTexts } from './PictureTexts.tsx';
import { ImageThumbnail } from './Thumb.tsx';

interface Props {
  image: RecordView;
  images: FormEntry;
  isCover: boolean;
  onOpen: () => void;
  onRemove: () => void;
  /** Set only if the user may change the album. */
  onCover?: () => void;
}

export function ImageTile({ image, images, isCover, onOpen, onRemove, onCover }: Props) {
  const { t } = useTranslation('gallery');
  const [editing, setEditing] = useState(false);
  const menu = useRef<HTMLSpanElement>(null);
  const name = altText(image);
  const may = image.recordScope;
  const close = () => {
    setEditing(false);
    // Return the focus to the menu button, where keyboard users began to edit.
    requestAnimationFrame(() => menu.current?.querySelector('button')?.focus());
  };
  return (
    <li
      className={`${classes.tile} am-shrinks am-clipped am-surface`}
      data-image={image.id}
      data-cover={isCover || undefined}
    >
      <button
        type="button"
        className={`${classes.open} am-block am-full`}
        onClick={onOpen}
        aria-label={t('open', { name: isolateName(name) })}
      >
        <ImageThumbnail id={imageFileId(image)} alt="" />
      </button>
      {editing ? (
        <Caption image={image} images={images} onClose={close} />
      ) : (
        <div className={`${classes.caption} am-wraps`}>
          {(may.edit || may.delete || onCover) && (
            <span ref={menu} className={classes.menu}>
              <DropMenu
                align="end"
                label={t('actions', { name: isolateName(name) })}
                trigger={(props) => (
                  <button
                    type="button"
                    {...props}
                    className="am-sign am-hovers"
                    aria-label={t('actions', { name: isolateName(name) })}
                  >
                    <Icon name="dots" />
                  </button>
                )}
              >
                {may.edit && (
                  <DropItem icon="pencil" onSelect={() => setEditing(true)}>
                    {t('editCaption')}
                  </DropItem>
                )}
                {onCover && !isCover && (
                  <DropItem icon="star" onSelect={onCover}>
                    {t('setCover')}
                  </DropItem>
                )}
                {may.delete && (
                  <DropItem icon="trash" danger onSelect={onRemove}>
                    {t('remove')}
                  </DropItem>
                )}
              </DropMenu>
            </span>
          )}
          <PictureTexts image={image} dateStyle="short">
            {isCover && (
              <>
                {' '}
                <Icon name="star" size={14} /> {t('cover')}
              </>
            )}
          </PictureTexts>
        </div>
      )}
    </li>
  );
}

function Caption({ image, images, onClose }: { image: RecordView; images: FormEntry; onClose: () => void }) {
  const { t } = useTranslation('gallery');
  const forget = useInvalidateRecords();
  const [taken, setTaken] = useState(recordAnswerText(image, 'date_taken'));
  const [captions, setCaptions] = useState(() => captionsOf(image));
  const save = useMutation({
    mutationFn: (words: Record<string, string>) => {
      const { activity_description: _d, caption_en: _e, caption_fa: _f, caption_ps: _p, ...kept } = image.data;
      const { date_taken: _t, ...others } = kept;
      const filled = Object.fromEntries(Object.entries(words).filter(([, value]) => value !== ''));
      return source.update(images.api, image.id, {
        ...others,
        ...filled,
        version: image.version,
        // Moves a picture of an older form version to today's, which has captions in three languages.
        form_version: captureVersion(images),
      });
    },
    onSuccess: async ({ message }) => {
      await forget();
      toast('success', message);
      onClose();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    save.mutate({
      activity_name: String(given.get('activity_name') ?? '').trim(),
      ...captionProperties(captions),
      date_taken: taken,
    });
  };
  return (
    <form className="am-pad-3 am-stack" onSubmit={submit} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      {Boolean(save.error) && <FailureNote error={save.error} />}
      <TextInput
        name="activity_name"
        label={t('field.activity_name')}
        required
        maxLength={250}
        autoFocus
        defaultValue={recordAnswerText(image, 'activity_name')}
      />
      <CaptionFields captions={captions} onChange={setCaptions} />
      <DayInput label={t('field.date_taken')} value={taken} onChange={setTaken} />
      <div className="am-flow am-end">
        <Button size="sm" variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button size="sm" type="submit" loading={save.isPending}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}
