/** Adds many pictures at once, chosen or dropped, with shared texts. Each shows its own upload progress. */

import { Button, TextInput } from '@mantine/core';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBeforeUnload, useBlocker } from 'react-router-dom';
import { isolateName } from '../../../core/text/languages.ts';
import { cleanText, isBlankText } from '../../../core/text/letters.ts';
import { comma, number, text } from '../../data/words.ts';
import { appUpdate } from '../../offline/appUpdate.ts';
import { DayInput } from '../../screens/list/filters/DayInput.tsx';
import { ActionButton } from '../../shell/ActionButton.tsx';
import AskDialog from '../../shell/AskDialog.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { CaptionFields } from './CaptionFields.tsx';
import { NO_CAPTIONS } from './captions.ts';
import classes from './Gallery.module.css';
import { useGallery } from './galleryForms.ts';
import type { UploadItem } from './sendQueue.ts';
import type { ImageUploads } from './useImageUploads.ts';

export function AddImages({ name, sending }: { name: string; sending: ImageUploads }) {
  const { t } = useTranslation('gallery');
  const picker = useRef<HTMLInputElement>(null);
  const { picture } = useGallery();
  const [texts, setTexts] = useState({ title: name, captions: NO_CAPTIONS, day: '' });
  const [refused, setRefused] = useState<string[]>([]);
  const [over, setOver] = useState(false);
  const isNamed = !picture.title || !isBlankText(texts.title);
  const take = (files: File[]) => {
    const pictures = files.filter((file) => file.type.startsWith('image/'));
    setRefused(files.filter((file) => !pictures.includes(file)).map((file) => file.name));
    if (pictures.length > 0) sending.queue.add(pictures, { ...texts, title: cleanText(texts.title) });
    if (picker.current) picker.current.value = '';
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (isNamed) take([...event.dataTransfer.files]);
  };
  const change = (patch: Partial<typeof texts>) => setTexts((now) => ({ ...now, ...patch }));
  return (
    <section className="am-card am-stack am-gap-3 am-after" aria-label={t('add.title')} data-adding>
      <div className="am-tiles am-fits am-stack am-gap-3 am-bottom">
        {picture.title && (
          <TextInput
            label={text(picture.title.label)}
            description={t('add.forAll')}
            required
            maxLength={250}
            value={texts.title}
            error={isNamed ? undefined : t('add.nameNeeded')}
            onChange={(event) => change({ title: event.currentTarget.value })}
          />
        )}
        {picture.day && <DayInput label={t('add.date')} value={texts.day} onChange={(day) => change({ day })} />}
        <CaptionFields captions={texts.captions} onChange={(captions) => change({ captions })} />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional, because the button inside does the same */}
      <div
        className={`${classes.drop} am-drop am-stack am-centred am-pad-4`}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon name="photo-plus" size={32} />
        <p>{t('add.drop')}</p>
        <Button
          disabled={!isNamed}
          leftSection={<Icon name="photo-plus" />}
          onClick={() => picker.current?.click()}
          data-action="choose"
        >
          {t('add.choose')}
        </Button>
        <input
          ref={picker}
          type="file"
          accept="image/*"
          multiple
          hidden
          aria-label={t('add.choose')}
          onChange={(event) => take([...(event.currentTarget.files ?? [])])}
        />
      </div>
      {refused.length > 0 && (
        <p className="am-wrong" role="alert">
          {t('add.noPictures', { names: refused.map(isolateName).join(comma()) })}
        </p>
      )}
      {sending.items.length > 0 && <Progress sending={sending} />}
      <LeaveQuestion isOpen={sending.isOpen} />
    </section>
  );
}

function Progress({ sending }: { sending: ImageUploads }) {
  const { t } = useTranslation('gallery');
  const { items, queue } = sending;
  const count = (state: UploadItem['state']) => items.filter((one) => one.state === state).length;
  const failed = count('failed');
  const done = count('done');
  const share = items.reduce((sum, one) => sum + one.share, 0) / items.length;
  return (
    <div className="am-stack" data-progress>
      <p role="status">
        {t('send.done', { done: number(done), total: number(items.length) })}
        {failed > 0 && ` · ${t('send.failed', { total: number(failed) })}`}
      </p>
      <progress value={share} max={1} aria-label={t('send.all')} />
      <div className="am-flow">
        {failed > 0 && (
          <ActionButton icon="refresh" size="sm" onClick={() => queue.retry()}>
            {t('send.retryAll')}
          </ActionButton>
        )}
        {sending.isOpen ? (
          <Button size="sm" variant="outline" color="red" onClick={() => queue.remove(({ state }) => state !== 'done')}>
            {t('send.cancelAll')}
          </Button>
        ) : (
          <Button size="sm" variant="default" onClick={() => queue.remove(({ state }) => state === 'done')}>
            {t('send.clear')}
          </Button>
        )}
      </div>
      <ul className="am-scrolls am-stack">
        {items.map((item) => (
          <li key={item.key} className="am-inline" data-state={item.state}>
            <img src={item.preview} alt="" className="am-thumb" />
            <div className="am-grow">
              <bdi dir="ltr" className="am-block am-cut">
                {item.name}
              </bdi>
              {item.state === 'failed' ? (
                <small className="am-wrong">{item.reason || t('send.noLine')}</small>
              ) : item.state === 'done' ? (
                <small>
                  <Icon name="check" size={14} /> {t('send.arrived')}
                </small>
              ) : (
                <progress value={item.share} max={1} aria-label={t('send.one', { name: isolateName(item.name) })} />
              )}
            </div>
            {item.state === 'failed' && (
              <Button size="compact-sm" variant="subtle" onClick={() => queue.retry(({ key }) => key === item.key)}>
                {t('send.retry')}
              </Button>
            )}
            {item.state !== 'done' && (
              <Button
                size="compact-sm"
                variant="subtle"
                color="red"
                aria-label={t('send.cancelOne', { name: isolateName(item.name) })}
                onClick={() => queue.remove(({ key }) => key === item.key)}
              >
                <Icon name="x" size={16} />
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Asks before the user leaves while uploads are unfinished, inside the app and in the browser. */
function LeaveQuestion({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation('gallery');
  const blocker = useBlocker(({ nextLocation }) => isOpen && nextLocation.pathname !== '/login');
  useEffect(() => (isOpen ? appUpdate.wait() : undefined), [isOpen]);
  useBeforeUnload((event) => {
    if (isOpen) event.preventDefault();
  });
  if (blocker.state !== 'blocked') return null;
  return (
    <AskDialog
      title={t('leave.title')}
      question={t('leave.question')}
      cancel={t('leave.stay')}
      action={t('leave.go')}
      isDangerous
      onDo={blocker.proceed}
      onClose={blocker.reset}
    />
  );
}
