/** A picture in the grid with its caption, which is edited where it stands. */
import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useForgetRecords } from '../../data/queries.ts';
import { type Api, useSource } from '../../data/source.ts';
import type { RecordView } from '../../data/types.ts';
import { isolate } from '../../data/words.ts';
import { DayInput } from '../../screens/list/filters/DayInput.tsx';
import { DropItem, DropMenu } from '../../shell/DropMenu.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { toast } from '../../shell/toast.tsx';
import { Icon } from '../../theme/Icon.tsx';
import classes from './Gallery.module.css';
import { PictureWords } from './PictureWords.tsx';
import { Thumb } from './Thumb.tsx';
import { fileOf, say, spoken } from './words.ts';

interface Props {
  image: RecordView;
  api: Api;
  isCover: boolean;
  onOpen: () => void;
  onRemove: () => void;
  /** Only for who may change the album. */
  onCover?: () => void;
}

export function ImageTile({ image, api, isCover, onOpen, onRemove, onCover }: Props) {
  const { t } = useTranslation('gallery');
  const [editing, setEditing] = useState(false);
  const menu = useRef<HTMLSpanElement>(null);
  const name = spoken(image);
  const may = image.recordScope;
  const close = () => {
    setEditing(false);
    // Whoever edited by keyboard stands where the editing began.
    requestAnimationFrame(() => menu.current?.querySelector('button')?.focus());
  };
  return (
    <li className={classes.tile} data-image={image.id} data-cover={isCover || undefined}>
      <button type="button" className={classes.open} onClick={onOpen} aria-label={t('open', { name: isolate(name) })}>
        <Thumb id={fileOf(image)} alt="" />
      </button>
      {editing ? (
        <Caption image={image} api={api} onClose={close} />
      ) : (
        <div className={classes.caption}>
          <PictureWords image={image} dateStyle="short">
            {isCover && (
              <>
                {' '}
                <Icon name="star" size={14} /> {t('cover')}
              </>
            )}
          </PictureWords>
          {(may.edit || may.delete || onCover) && (
            <span ref={menu}>
              <DropMenu
                align="end"
                label={t('actions', { name: isolate(name) })}
                trigger={(props) => (
                  <button
                    type="button"
                    {...props}
                    className={classes.dots}
                    aria-label={t('actions', { name: isolate(name) })}
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
        </div>
      )}
    </li>
  );
}

function Caption({ image, api, onClose }: { image: RecordView; api: Api; onClose: () => void }) {
  const { t } = useTranslation('gallery');
  const source = useSource();
  const forget = useForgetRecords();
  const [taken, setTaken] = useState(say(image, 'date_taken'));
  const save = useMutation({
    mutationFn: (words: Record<string, string>) => {
      const { activity_description: _d, date_taken: _t, ...kept } = image.data;
      const filled = Object.fromEntries(Object.entries(words).filter(([, value]) => value !== ''));
      return source.update(api, image.id, { ...kept, ...filled, version: image.version });
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
    const read = (field: string) => String(given.get(field) ?? '').trim();
    save.mutate({
      activity_name: read('activity_name'),
      activity_description: read('activity_description'),
      date_taken: taken,
    });
  };
  return (
    <form className={classes.editing} onSubmit={submit} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      {Boolean(save.error) && <FailureNote error={save.error} />}
      <TextInput
        name="activity_name"
        label={t('field.activity_name')}
        required
        maxLength={250}
        autoFocus
        defaultValue={say(image, 'activity_name')}
      />
      <Textarea
        name="activity_description"
        label={t('field.activity_description')}
        rows={3}
        maxLength={4000}
        defaultValue={say(image, 'activity_description')}
      />
      <DayInput label={t('field.date_taken')} value={taken} onChange={setTaken} />
      <div className={classes.dialogButtons}>
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
