/** A picture in the grid with its caption, which can be edited in place. */

import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordView } from '../../../core/generated/api.ts';
import { captureVersion } from '../../../core/paths/screens.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { useInvalidateRecords } from '../../data/queries.ts';
import { source } from '../../data/source.ts';
import { text } from '../../data/words.ts';
import { DayInput } from '../../screens/list/filters/DayInput.tsx';
import { DropItem, DropMenu } from '../../shell/DropMenu.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { CaptionFields } from './CaptionFields.tsx';
import { altText, captionAnswers, captionsOf } from './captions.ts';
import classes from './Gallery.module.css';
import { imageFileId, recordAnswerText, useGallery } from './galleryForms.ts';
import { PictureTexts } from './PictureTexts.tsx';
import { ImageThumbnail } from './Thumb.tsx';

interface Props {
  image: RecordView;
  isCover: boolean;
  onOpen: () => void;
  onRemove: () => void;
  /** Set only if the user may change the album. */
  onCover?: () => void;
}

export function ImageTile({ image, isCover, onOpen, onRemove, onCover }: Props) {
  const { t } = useTranslation('gallery');
  const { picture } = useGallery();
  const [editing, setEditing] = useState(false);
  const menu = useRef<HTMLSpanElement>(null);
  const name = altText(picture, image);
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
        className={`${classes.open} am-inset am-block am-full`}
        onClick={onOpen}
        aria-label={t('open', { name: isolateName(name) })}
      >
        <ImageThumbnail id={imageFileId(picture, image)} alt="" />
      </button>
      {editing ? (
        <Caption image={image} onClose={close} />
      ) : (
        <div className={`${classes.caption} am-pad-y-2 am-pad-x-3 am-wraps`}>
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

function Caption({ image, onClose }: { image: RecordView; onClose: () => void }) {
  const { t } = useTranslation('gallery');
  const { images, picture } = useGallery();
  const { title, day, caption } = picture;
  const forget = useInvalidateRecords();
  const [taken, setTaken] = useState(recordAnswerText(image, day?.name));
  const [captions, setCaptions] = useState(() => captionsOf(picture, image));
  const save = useMutation({
    mutationFn: (words: Record<string, string>) => {
      // What was emptied is not stored.
      const changed = [...Object.values(picture.captions), caption?.name, day?.name];
      const others = Object.fromEntries(Object.entries(image.data).filter(([name]) => !changed.includes(name)));
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
      ...(title && { [title.name]: String(given.get(title.name) ?? '').trim() }),
      ...captionAnswers(picture, captions),
      ...(day && { [day.name]: taken }),
    });
  };
  return (
    <form className="am-pad-3 am-stack" onSubmit={submit} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      {Boolean(save.error) && <FailureNote error={save.error} />}
      {title && (
        <TextInput
          name={title.name}
          label={text(title.label)}
          required
          maxLength={250}
          autoFocus
          defaultValue={recordAnswerText(image, title.name)}
        />
      )}
      <CaptionFields captions={captions} onChange={setCaptions} />
      {day && <DayInput label={text(day.label)} value={taken} onChange={setTaken} />}
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
