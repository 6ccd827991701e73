/** The pictures and sounds that a draft names: what is there, to see and hear, and what is missing. Upload and replace. */

import { Button, FileButton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MEDIA_KINDS, mediaNames } from '../../../core/definitions/media.ts';
import type { FormDefinition } from '../../../core/definitions/types.ts';
import type { DefinitionDraftEntry, DefinitionDraftResponse } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { comma, number } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import { draftKeys, draftsApi } from './drafts.ts';
import { StoredMedia, useStoredMedia } from './StoredMedia.tsx';
import classes from './Versions.module.css';

type Upload = (files: [name: string, file: File][]) => void;

export function DraftMedia({ draft }: { draft: DefinitionDraftEntry }) {
  const written = useQuery({ queryKey: draftKeys.written(draft), queryFn: () => draftsApi.get(draft), staleTime: 0 });
  if (written.error) return <FailureNote error={written.error} />;
  const names = written.data ? namesIn(written.data) : [];
  return written.data && names.length > 0 ? <Files written={written.data} names={names} /> : null;
}

/** A draft may be half-done, so that its fields are none yet. */
function namesIn({ definition }: DefinitionDraftResponse): string[] {
  try {
    return mediaNames(definition as unknown as FormDefinition).filter((name) => typeof name === 'string');
  } catch {
    return [];
  }
}

function Files({ written, names }: { written: DefinitionDraftResponse; names: string[] }) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const upload = useMutation({
    mutationFn: (files: [string, File][]) => draftsApi.addMedia(written, files),
    onSuccess: (saved) => {
      client.setQueryData(draftKeys.written(saved.data), saved);
      toast('success', t('definitionDrafts.nowSaved'));
    },
    // The check of the draft may take seconds; nobody waits for it.
    onSettled: () => void client.invalidateQueries({ queryKey: draftKeys.all }),
  });
  const hashes = (written.definition as Partial<FormDefinition>).mediaFiles ?? {};
  const props = { upload: upload.mutate, busy: upload.isPending };
  const limits = { image: number(MEDIA_KINDS.image.limit / 1000), audio: number(MEDIA_KINDS.audio.limit / 1000) };
  return (
    <section className="am-card am-after am-stack am-brief" aria-labelledby="draft-media" data-media>
      <h2 id="draft-media">{t('definitionDrafts.media.title')}</h2>
      <p className="am-hint">{t('definitionDrafts.media.lead', limits)}</p>
      {names.length > 1 && <UploadMany names={names} {...props} />}
      {upload.error && <FailureNote error={upload.error} />}
      <ul className={`${classes.media} am-above-3 am-rows`}>
        {names.map((name) => (
          <FileRow key={name} name={name} hash={getOwn(hashes, name)} {...props} />
        ))}
      </ul>
    </section>
  );
}

interface UploadProps {
  upload: Upload;
  busy: boolean;
}

/** Takes several files, each for the name it has. */
function UploadMany({ names, upload, busy }: UploadProps & { names: string[] }) {
  const { t } = useTranslation('admin');
  const take = (files: File[]) => {
    const named = files.filter(({ name }) => names.includes(name));
    const other = files.filter((file) => !named.includes(file)).map(({ name }) => isolateName(name));
    if (other.length > 0) toast('error', t('definitionDrafts.media.unnamed', { names: other.join(comma()) }));
    if (named.length > 0) upload(named.map((file) => [file.name, file]));
  };
  return (
    <FileButton multiple accept={names.map(extensionOf).join()} onChange={take}>
      {(props) => (
        <Button {...props} variant="default" size="sm" disabled={busy} data-action="upload-many">
          {t('definitionDrafts.media.many')}
        </Button>
      )}
    </FileButton>
  );
}

function FileRow({ name, hash, upload, busy }: UploadProps & { name: string; hash: string | undefined }) {
  const { t } = useTranslation('admin');
  const stored = useStoredMedia(hash);
  const url = hash === undefined ? undefined : stored.data;
  const isMissing = hash === undefined || stored.isError;
  return (
    <li className="am-cluster" data-file={name} data-missing={isMissing || undefined}>
      <bdi dir="ltr" className="am-words">
        {name}
      </bdi>
      {url && <StoredMedia name={name} url={url} />}
      {isMissing && <span className="am-wrong">{t('definitionDrafts.media.missing')}</span>}
      <FileButton accept={extensionOf(name)} onChange={(file) => file && upload([[name, file]])}>
        {(props) => (
          <Button {...props} variant="default" size="sm" disabled={busy} data-action="upload">
            {t(isMissing ? 'definitionDrafts.media.upload' : 'definitionDrafts.media.replace')}
            <span className="am-visually-hidden"> {name}</span>
          </Button>
        )}
      </FileButton>
    </li>
  );
}

function extensionOf(name: string): string {
  return `.${name.split('.').at(-1)}`;
}
