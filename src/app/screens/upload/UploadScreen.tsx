/**
 * Takes a spreadsheet in three steps: get the template or an export, upload the completed file, check it and save. The server
 * says whether the file makes new records or corrects those that it was exported from.
 */

import { Alert, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormEntry, SheetUpload } from '../../../core/generated/api.ts';
import { ApiError, isApiError } from '../../data/errors.ts';
import { useInvalidateRecords } from '../../data/queries.ts';
import { number, text } from '../../data/words.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { FailureNote, useFailureText } from '../../shell/FailureNote.tsx';
import { useFormCrumbs } from '../../shell/navigation/crumbs.ts';
import { Screen } from '../../shell/Screen.tsx';
import { BarLink } from '../../shell/TopBar.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { downloadWithProgress } from '../record/save.ts';
import { CorrectionsPreview } from './Corrections.tsx';
import { FilePicker, WorkProgress } from './FilePicker.tsx';
import { UploadOutcome } from './Outcome.tsx';
import { UploadPreview } from './Preview.tsx';
import { type ChosenFile, isCorrections, type SheetDecisions, type SheetProgress, sheetsApi } from './sheets.ts';

/** Refusals after which the file is read again, because the records are not what they were. */
const READ_AGAIN: ReadonlySet<string> = new Set(['sheet_same', 'sheet_changed', 'sheet_undecided']);

const SHEETS =
  '.xlsx,.csv,.zip,text/csv,application/zip,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export default function UploadScreen({ entry }: { entry: FormEntry }) {
  const { t } = useTranslation();
  const plural = text(entry.plural);
  const title = t('upload.title');
  const crumbs = [...useFormCrumbs(entry), { label: title }];
  if (!entry.may.correct && !(entry.import && entry.may.create)) {
    const message = t('upload.notAllowed', { name: plural });
    return <Failed error={new ApiError(403, { code: 'forbidden', message })} form={entry.form} crumbs={crumbs} />;
  }
  return (
    <Screen name="upload" form={entry.form} title={`${title}: ${plural}`} width="wide" crumbs={crumbs}>
      <Steps entry={entry} />
    </Screen>
  );
}

function Steps({ entry }: { entry: FormEntry }) {
  const { t } = useTranslation();
  const upload = useUpload(entry);
  const { file, preview, importing, choose, again } = upload;
  if (importing.data) return <UploadOutcome entry={entry} outcome={importing.data} onAgain={again} />;
  return (
    <ol className="am-gap-4 am-stack">
      {entry.import && entry.may.create ? <Template entry={entry} /> : <FromList entry={entry} />}
      <li className="am-card am-shrinks">
        <h2>{t('upload.give')}</h2>
        <p className="am-below-3 am-dimmed am-measure">{t('upload.giveHint')}</p>
        <FilePicker
          accept={SHEETS}
          busy={preview.isPending || importing.isPending}
          onChoose={([chosen]) => chosen && choose(chosen)}
        />
        {file && (
          <p className="am-above-2 am-wraps">
            <Icon name="file" size={16} /> <bdi>{file.name}</bdi> ·{' '}
            {t('upload.size', { size: number(Math.max(1, Math.round(file.content.size / 1024))) })}
          </p>
        )}
        {preview.isPending && <WorkProgress label={t('upload.reading')} />}
        {preview.error && (
          <>
            <FailureNote error={preview.error} />
            {file && (
              <Button variant="default" onClick={() => preview.mutate(file)}>
                {t('retry')}
              </Button>
            )}
          </>
        )}
      </li>
      {preview.data && !preview.isPending && (
        <li className="am-card am-shrinks">
          <Look key={preview.submittedAt} entry={entry} upload={preview.data} of={upload} />
        </li>
      )}
    </ol>
  );
}

/** Shows what the file would make or change, with the button to do it and its progress. */
function Look({ entry, upload, of }: { entry: FormEntry; upload: SheetUpload; of: ReturnType<typeof useUpload> }) {
  const { t } = useTranslation(['app', 'corrections']);
  const { file, importing, progress, isCancelled, cancel } = of;
  const isBack = isCorrections(upload);
  const shared = { entry, busy: importing.isPending, error: isCancelled ? null : importing.error };
  const take = (decisions: SheetDecisions) => file && importing.mutate({ chosen: file, ...decisions });
  const { leaveOut = [], decided = [] } = importing.variables ?? {};
  const left = decided.filter((one) => one.endsWith(':leave')).length;
  const total = isBack ? upload.meta.changed - left : upload.meta.rows - leaveOut.length;
  // The last row may have been written before the server heard of the cancelling. Then nothing is left to change.
  const isSaved = isBack && total <= 0;
  const cancelled = isBack ? t(isSaved ? 'corrections:savedBefore' : 'corrections:cancelled') : t('upload.cancelled');
  const work = (
    <>
      {isCancelled && (isBack || !upload.already) && (
        <Alert color="gray" variant="light" icon={<Icon name="info-circle" />} role="status" data-cancelled>
          {cancelled}
        </Alert>
      )}
      {importing.isPending && <Importing isBack={isBack} total={total} progress={progress} onCancel={cancel} />}
    </>
  );
  return (
    <>
      <h2>{isBack ? t('corrections:look') : t('upload.look')}</h2>
      {isBack ? (
        <CorrectionsPreview {...shared} preview={upload} onSave={(decided) => take({ decided })}>
          {work}
        </CorrectionsPreview>
      ) : (
        <UploadPreview {...shared} preview={upload} onImport={(keep, leaveOut) => take({ keep, leaveOut })}>
          {work}
        </UploadPreview>
      )}
    </>
  );
}

/** Holds the chosen file, its preview and its import, which can be cancelled. */
function useUpload(entry: FormEntry) {
  const forget = useInvalidateRecords();
  const [file, setFile] = useState<ChosenFile | null>(null);
  const preview = useMutation({ mutationFn: (chosen: ChosenFile) => sheetsApi.preview(entry.api, chosen) });
  const [progress, setProgress] = useState<SheetProgress | null>(null);
  const [isCancelled, setCancelled] = useState(false);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const importing = useMutation({
    mutationFn: ({ chosen, ...decided }: { chosen: ChosenFile } & SheetDecisions) => {
      stop.current = new AbortController();
      setProgress(null);
      setCancelled(false);
      const { signal } = stop.current;
      return sheetsApi.import(entry.api, chosen, { ...decided, onProgress: setProgress, signal });
    },
    onSuccess: forget,
    onError: (error, { chosen }) => {
      // A cancelled import may be complete, and a duplicate may have been added meanwhile. So preview the file again.
      if (stop.current?.signal.aborted) setCancelled(true);
      if (stop.current?.signal.aborted || (isApiError(error) && READ_AGAIN.has(error.code))) preview.mutate(chosen);
    },
  });
  return {
    ...{ file, preview, importing, progress, isCancelled },
    cancel: () => stop.current?.abort(),
    choose(chosen: ChosenFile) {
      importing.reset();
      setCancelled(false);
      setFile(chosen);
      preview.mutate(chosen);
    },
    again() {
      importing.reset();
      preview.reset();
      setFile(null);
    },
  };
}

function Template({ entry }: { entry: FormEntry }) {
  const { t } = useTranslation(['app', 'corrections']);
  const failure = useFailureText();
  return (
    <li className="am-card am-shrinks">
      <h2>{t('upload.take')}</h2>
      <p className="am-below-3 am-dimmed am-measure">{t('upload.takeHint')}</p>
      {entry.may.correct && <p className="am-below-3 am-dimmed am-measure">{t('corrections:orExport')}</p>}
      <ActionButton
        icon="file-spreadsheet"
        variant="outline"
        onClick={() => void downloadWithProgress(() => sheetsApi.template(entry.api), `${entry.form}.xlsx`, failure)}
      >
        {t('upload.template')}
      </ActionButton>
    </li>
  );
}

/** Says how a file comes about that corrects records. */
function FromList({ entry }: { entry: FormEntry }) {
  const { t } = useTranslation(['corrections', 'app']);
  return (
    <li className="am-card am-shrinks">
      <h2>{t('take')}</h2>
      <p className="am-below-3 am-dimmed am-measure">{t('takeHint')}</p>
      <BarLink to={entry.paths.list} icon="list-details">
        {t('app:upload.toList')}
      </BarLink>
    </li>
  );
}

/** Shows the progress of the import, with a button to cancel it. */
function Importing({
  isBack,
  total,
  progress,
  onCancel,
}: {
  isBack: boolean;
  total: number;
  progress: SheetProgress | null;
  onCancel: () => void;
}) {
  const { t } = useTranslation(['app', 'corrections']);
  const words = isBack ? 'corrections:' : 'upload.';
  const { step = 'check', done = 0 } = progress ?? {};
  return (
    <div className="am-gap-1 am-measure am-above-3 am-stack" data-step={step}>
      <span>{t(`${words}step.${step}`, { done: number(done), total: number(total) })}</span>
      <progress aria-label={t(`${words}doing.${step}`)} max={total} value={done} />
      <small>{t(`${words}allOrNone`)}</small>
      <Button variant="default" size="sm" onClick={onCancel} data-action="cancel-import">
        {t(`${words}cancel`)}
      </Button>
    </div>
  );
}
