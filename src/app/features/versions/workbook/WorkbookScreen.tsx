/** Shows what a workbook of XLSForm becomes and what is wrong with it, and makes a draft of it. Nothing is stored before. */
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useSession } from '../../../data/queries.ts';
import { number } from '../../../data/words.ts';
import ForbiddenScreen from '../../../screens/error/ForbiddenScreen.tsx';
import { FilePicker, WorkProgress } from '../../../screens/upload/FilePicker.tsx';
import type { ChosenFile } from '../../../screens/upload/sheets.ts';
import { Failed } from '../../../shell/Failed.tsx';
import { FailureNote } from '../../../shell/FailureNote.tsx';
import { Screen } from '../../../shell/Screen.tsx';
import { Icon } from '../../../theme/Icon.tsx';
import { draftsApi } from '../drafts.ts';
import { MakeDraftFromWorkbook } from './MakeDraft.tsx';
import { WorkbookReading } from './WorkbookReading.tsx';

const WORKBOOKS = '.xlsx,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export default function WorkbookScreen() {
  const { t } = useTranslation(['workbook', 'admin']);
  const session = useSession();
  const look = useLook();
  // Files that were dropped on the list of forms are read at once.
  const dropped = (useLocation().state as { files?: File[] } | null)?.files;
  if (session.error) return <Failed error={session.error} onRetry={() => void session.refetch()} />;
  if (session.data && session.data.may.definitions !== true) return <ForbiddenScreen />;
  const title = t('title');
  const { files, reading, share, isCancelled } = look;
  return (
    <Screen
      name="workbook"
      title={title}
      crumbs={[{ label: t('admin:versions.title'), to: '/admin/forms' }, { label: title }]}
    >
      <p className="am-after am-dimmed">{t('lead')}</p>
      <FilePicker
        accept={WORKBOOKS}
        busy={reading.isPending}
        isMany
        first={dropped}
        label={t(files.length > 0 ? 'another' : 'choose')}
        onChoose={look.read}
      />
      {files.length > 0 && (
        <p className="am-gap-4 am-row-gap-1 am-above-2 am-wraps am-flow">
          {files.map(({ name, content }) => (
            <span key={name}>
              <Icon name="file" size={16} /> <bdi>{name}</bdi> ·{' '}
              {t('app:upload.size', { size: number(Math.max(1, Math.round(content.size / 1024))) })}
            </span>
          ))}
        </p>
      )}
      {reading.isPending && (
        <>
          <WorkProgress label={t(share === undefined || share < 1 ? 'sending' : 'reading')} share={partOf(share)} />
          <Button variant="default" size="sm" mt="xs" onClick={look.cancel} data-action="cancel">
            {t('app:cancel')}
          </Button>
        </>
      )}
      {isCancelled && <p role="status">{t('cancelled')}</p>}
      {reading.error && !isCancelled && (
        <div className="am-above-4">
          <FailureNote error={reading.error} />
          <Button variant="default" onClick={() => look.read(files)} data-action="retry">
            {t('app:retry')}
          </Button>
        </div>
      )}
      {reading.data && !reading.isPending && (
        <WorkbookReading key={reading.submittedAt} reading={reading.data.data}>
          <MakeDraftFromWorkbook {...reading.data} />
        </WorkbookReading>
      )}
    </Screen>
  );
}

/** A bar without a share moves: the file is there and the server reads it. */
const partOf = (share: number | undefined) => (share === undefined || share >= 1 ? undefined : share);

/** Holds the files and what the server says of them. */
function useLook() {
  const [files, setFiles] = useState<ChosenFile[]>([]);
  const [share, setShare] = useState<number>();
  const [isCancelled, setCancelled] = useState(false);
  const stop = useRef<AbortController | null>(null);
  const reading = useMutation({
    mutationFn: (chosen: ChosenFile[]) => {
      stop.current = new AbortController();
      return draftsApi.readWorkbook(chosen, { onProgress: setShare, signal: stop.current.signal });
    },
  });
  const read = (chosen: ChosenFile[]) => {
    setFiles(chosen);
    setShare(undefined);
    setCancelled(false);
    reading.mutate(chosen);
  };
  useEffect(() => () => stop.current?.abort(), []);
  return {
    ...{ files, reading, read, share, isCancelled },
    cancel() {
      setCancelled(true);
      stop.current?.abort();
    },
  };
}
