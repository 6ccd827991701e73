/** The picture and the sound of a question or an option: uploaded here, for every language or for one, with what the picture shows. */
import { Button, FileButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KINDS_OF_MEDIA, MEDIA_KINDS, type Media, type MediaKind } from '../../../../core/definitions/media.ts';
import type { Text } from '../../../../core/definitions/types.ts';
import { mediaName, type StoredFile, valueAt, withMedia, withValueAt } from '../../../../core/edit/media.ts';
import { getOwn } from '../../../../core/json.ts';
import { languageName } from '../../../../core/text/languageNames.ts';
import { number } from '../../../data/words.ts';
import { FailureNote } from '../../../shell/FailureNote.tsx';
import { CollapsibleFields, MistakeList, SelectField } from '../../drafting/fields.tsx';
import { ToolButton } from '../../drafting/ToolButton.tsx';
import { TranslatedTextField } from '../../drafting/TranslatedTextField.tsx';
import { uploadDraftMedia } from '../../versions/drafts.ts';
import { StoredMedia, useStoredMedia } from '../../versions/StoredMedia.tsx';
import { useDesigner } from '../context.ts';
import classes from './MediaBox.module.css';

/** `at` is the JSON Pointer of the `media`, `name` begins the names of its inputs. */
export function MediaBox({ at, name }: { at: string; name: string }) {
  const { t } = useTranslation('designer');
  const { draft, change, languages } = useDesigner();
  const media = (valueAt(draft.definition, at) ?? {}) as Media;
  const isFilled = media.image !== undefined || media.audio !== undefined;
  return (
    <CollapsibleFields title={t('media.title')} isFilled={isFilled}>
      <MistakeList at={(pointer) => pointer.startsWith(at)} />
      {KINDS_OF_MEDIA.map((kind) => (
        <Kind key={kind} {...{ at, kind, name }} named={media[kind]} />
      ))}
      {media.image !== undefined && (
        <TranslatedTextField
          label={t('media.alt')}
          isLong
          at={`${at}/alt`}
          name={`${name}-alt`}
          languages={languages}
          value={media.alt}
          onChange={(alt: Text | undefined) => change(withValueAt(draft, `${at}/alt`, alt), `${at} alt`)}
        />
      )}
    </CollapsibleFields>
  );
}

interface KindProps {
  at: string;
  name: string;
  kind: MediaKind;
  named: Media[MediaKind];
}

function Kind({ at, name, kind, named }: KindProps) {
  const { t } = useTranslation('designer');
  const { draft, change, languages } = useDesigner();
  const latest = useRef(draft);
  latest.current = draft;
  const [language, setLanguage] = useState('');
  const upload = useMutation({
    mutationFn: async (file: File): Promise<StoredFile> => {
      const hash = (await uploadDraftMedia(file.name, file)) ?? '';
      return { name: mediaName(file.name, hash, latest.current), hash };
    },
    onSuccess: (file) => change(withMedia(latest.current, at, [kind, language || undefined], file)),
  });
  const files: [language: string | undefined, file: string][] =
    typeof named === 'string' ? [[undefined, named]] : Object.entries(named ?? {});
  const { extensions, limit } = MEDIA_KINDS[kind];
  return (
    <div className="am-after am-stack" data-media={kind}>
      {files.map(([of, file]) => (
        <Named key={of ?? ''} {...{ file, of }} onRemove={() => change(withMedia(draft, at, [kind, of], undefined))} />
      ))}
      <div className={`${classes.line} am-bottom am-flow`}>
        <SelectField
          label={t(`media.${kind}`)}
          name={`${name}-${kind}-language`}
          none={t('media.every')}
          items={languages.map((value) => ({ value, label: languageName(value) }))}
          value={language}
          onChange={setLanguage}
        />
        <FileButton accept={extensions.map((one) => `.${one}`).join()} onChange={(file) => file && upload.mutate(file)}>
          {(props) => (
            <Button {...props} variant="default" size="sm" loading={upload.isPending} data-action={`upload-${kind}`}>
              {t('media.upload')}
              <span className="am-visually-hidden"> {t(`media.${kind}`)}</span>
            </Button>
          )}
        </FileButton>
      </div>
      <p className="am-hint">{t(`media.${kind}Hint`, { limit: number(limit / 1000) })}</p>
      {upload.error && <FailureNote error={upload.error} />}
    </div>
  );
}

function Named({ file, of, onRemove }: { file: string; of: string | undefined; onRemove: () => void }) {
  const { t } = useTranslation('designer');
  const { draft } = useDesigner();
  const hashes = (draft.definition.mediaFiles ?? {}) as Record<string, string>;
  const stored = useStoredMedia(getOwn(hashes, file));
  return (
    <div className={`${classes.file} am-shrinks am-inline`} data-file={file}>
      {stored.data && <StoredMedia name={file} url={stored.data} />}
      <span className="am-words">
        {of !== undefined && `${languageName(of)}: `}
        <bdi dir="ltr">{file}</bdi>
      </span>
      <ToolButton icon="trash" action="remove-media" label={t('media.remove', { name: file })} onClick={onRemove} />
    </div>
  );
}
