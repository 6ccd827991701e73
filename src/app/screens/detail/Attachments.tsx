/** Files of the record: pictures as thumbnails, others by name. They are fetched with the session, never by a plain link. */
import { Skeleton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { AttachmentView, FormEntry, RecordView } from '../../../core/generated/api.ts';
import { referencesInAnswers } from '../../../core/saving/references.ts';
import { connectionMode } from '../../data/device/mode.ts';
import { lazyComponent } from '../../data/onDemand.tsx';
import { useAttachments } from '../../data/queries.ts';
import { source } from '../../data/source.ts';
import { instant, number, text } from '../../data/words.ts';
import { FailureNote, useFailureText } from '../../shell/FailureNote.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { DotSeparated } from '../../theme/RecordName.tsx';
import { FileOnOtherDevice } from '../../widgets/file/FileOnOtherDevice.tsx';
import { useStoredFile } from '../../widgets/file/useFile.ts';
import { saveFileToDevice } from '../record/save.ts';

const PictureDialog = lazyComponent(() => import('../../widgets/file/PictureDialog.tsx'));

/** Counts the files that the answers of a record name and that this device does not have. With network there are none. */
export function countMissingFiles(listed: readonly AttachmentView[], form: CompiledForm, { data }: RecordView): number {
  if (connectionMode.get() === 'online') return 0;
  const here = new Set(listed.map(({ id }) => id));
  const named = new Set(referencesInAnswers(form, data).files.map(({ id }) => id));
  return [...named].filter((id) => !here.has(id)).length;
}

export function Attachments({ entry, record, form }: { entry: FormEntry; record: RecordView; form: CompiledForm }) {
  const { t } = useTranslation();
  const failure = useFailureText();
  const list = useAttachments(entry.api, record.id);
  const [shown, setShown] = useState<AttachmentView>();
  const open = useMutation({
    mutationFn: (file: AttachmentView) => source.file(file.id),
    onSuccess: (got, file) => saveFileToDevice({ blob: got.blob, name: file.name }, file.name),
    onError: (error) => toast('error', failure(error)),
  });
  if (list.error) return <FailureNote error={list.error} />;
  if (!list.data) return <Skeleton height={120} />;
  const away = countMissingFiles(list.data, form, record);
  if (!list.data.length && away === 0) return <p className="am-nothing">{t('detail.noAttachments')}</p>;
  return (
    <>
      {away > 0 && <FileOnOtherDevice>{t('detail.attachmentsAway', { files: number(away) })}</FileOnOtherDevice>}
      <ul className="am-tiles">
        {list.data.map((file) => {
          const node = file.field ? (form.fields.get(file.field) ?? form.byProperty.get(file.field)) : undefined;
          return (
            <li key={file.id}>
              <button
                type="button"
                className="am-box am-full am-hovers am-inline am-gap-3 am-pad-3"
                onClick={() => (isPicture(file) ? setShown(file) : open.mutate(file))}
                title={isPicture(file) ? t('detail.look', { name: file.name }) : t('detail.download')}
              >
                <span className="am-thumb">
                  {isPicture(file) ? <Thumb id={file.id} /> : <Icon name="file-text" size={32} />}
                </span>
                <span className="am-column am-wraps">
                  <b>
                    <bdi>{file.name}</bdi>
                  </b>
                  <small>
                    <DotSeparated parts={[node && text(node.def.short ?? node.def.label), size(file.size, t)]} />
                  </small>
                  <small>
                    <DotSeparated
                      parts={[file.by?.name && <bdi key="by">{file.by.name}</bdi>, instant(file.created_at)]}
                    />
                  </small>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {shown && <PictureDialog id={shown.id} name={shown.name} onClose={() => setShown(undefined)} />}
    </>
  );
}

function isPicture(file: AttachmentView): boolean {
  return file.media_type.startsWith('image/');
}

function size(bytes: number, t: (key: string, params: { size: string }) => string): string {
  return bytes < 1_000_000
    ? t('detail.kilobytes', { size: number(Math.max(1, Math.round(bytes / 1000))) })
    : t('detail.megabytes', { size: number(Math.round(bytes / 100_000) / 10) });
}

function Thumb({ id }: { id: string }) {
  const { url } = useStoredFile(id, 'thumb');
  return url ? <img src={url} alt="" /> : <Icon name="photo" size={32} />;
}
