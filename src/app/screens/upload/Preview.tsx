/** Preview of an uploaded file: errors by cell, every row as readable text, and the import button. */

import { Alert, Checkbox } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CellErrorView, FormEntry, SheetPreview } from '../../../core/generated/api.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { instant, number } from '../../data/words.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { DotSeparated } from '../../theme/RecordName.tsx';
import { useIsNarrowScreen } from '../../theme/usePhone.ts';
import { DuplicateRows } from './DuplicateRows.tsx';
import { LoadedPages, rowsOfPage } from './LoadedPages.tsx';
import { RecordLinks } from './Outcome.tsx';
import { RowCards, RowTable } from './Rows.tsx';
import classes from './Upload.module.css';

const MOST_LISTED = 100;

interface Props {
  entry: FormEntry;
  preview: SheetPreview;
  busy: boolean;
  error: unknown;
  /** Takes the numbers of duplicate rows: those to import all the same, and those to leave out. */
  onImport: (keep: number[], leaveOut: number[]) => void;
  /** Progress of the import, shown beside its button. */
  children?: ReactNode;
}

export function UploadPreview({ entry, preview, busy, error, onImport, children }: Props) {
  const { t } = useTranslation();
  const { meta, already } = preview;
  const doubtful = preview.rows.filter((row) => row.same).map(({ row }) => row);
  const [kept, setKept] = useState<ReadonlySet<number>>(new Set());
  const leftOut = doubtful.filter((row) => !kept.has(row));
  const total = meta.rows - leftOut.length;
  const good = meta.wrong === 0 && !already;
  return (
    <div data-preview={already ? 'already' : good ? 'good' : 'wrong'}>
      <Verdict entry={entry} preview={preview} />
      {preview.left_out.length > 0 && <LeftOutCells title={t('upload.leftOut')} cells={preview.left_out} />}
      {meta.wrong > 0 && <ErrorList errors={preview.rows.flatMap((row) => row.errors)} total={meta.errors} />}
      {doubtful.length > 0 && (
        <DuplicateRows entry={entry} rows={preview.rows} kept={kept} onKeep={setKept} busy={busy} />
      )}
      {Boolean(error) && (
        <div className="am-above-3">
          <FailureNote error={error} />
        </div>
      )}
      {good && (
        <div className="am-gap-4 am-row-gap-2 am-above-3 am-below-3 am-cluster">
          <ActionButton icon="check" loading={busy} disabled={total === 0} onClick={() => onImport([...kept], leftOut)}>
            {t('upload.import', { total: number(total) })}
          </ActionButton>
          <p>
            {leftOut.length > 0 && <>{t('upload.leavesOut', { total: number(leftOut.length) })} </>}
            {t('upload.allOrNone')}
          </p>
        </div>
      )}
      {children && <div className="am-above-3">{children}</div>}
      <ReadRows preview={preview} />
    </div>
  );
}

/** Says whether the file can be imported, was imported before, or has errors. */
function Verdict({ entry, preview: { meta, already } }: Pick<Props, 'entry' | 'preview'>) {
  const { t } = useTranslation();
  if (already)
    return (
      <Alert color="blue" variant="light" icon={<Icon name="info-circle" />} role="status">
        <p className="am-below-1">
          {t('upload.already', { at: instant(already.at), name: isolateName(already.by.name ?? '') })}
        </p>
        <RecordLinks entry={entry} records={already.records} />
      </Alert>
    );
  return meta.wrong === 0 ? (
    <Alert color="teal" variant="light" icon={<Icon name="circle-check" />} role="status">
      {t('upload.allGood', { total: number(meta.rows) })}
    </Alert>
  ) : (
    <Alert color="red" variant="light" icon={<Icon name="alert-triangle" />} role="alert">
      {t('upload.wrong', { errors: number(meta.errors), wrong: number(meta.wrong), total: number(meta.rows) })}
    </Alert>
  );
}

interface LeftOutProps {
  title: string;
  cells: readonly { address: string; heading: string; note?: string }[];
}

export function LeftOutCells({ title, cells }: LeftOutProps) {
  return (
    <Alert color="yellow" variant="light" icon={<Icon name="info-circle" />} mt="sm">
      {title}
      <ul className="am-above-1">
        {cells.map(({ address, heading, note }) => (
          <li key={address}>
            <DotSeparated
              parts={[
                <span key="cell">
                  <bdi dir="ltr" className="am-strong am-mono">
                    {address}
                  </bdi>{' '}
                  <bdi>{heading}</bdi>
                </span>,
                note && (
                  <span key="note" className="am-dimmed">
                    {note}
                  </span>
                ),
              ]}
            />
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** Shows every row as it was read, in pages. At first only rows with errors, if there are any. */
function ReadRows({ preview: { meta, rows: all, columns } }: Pick<Props, 'preview'>) {
  const { t } = useTranslation();
  const isPhone = useIsNarrowScreen();
  const [onlyWrong, setOnlyWrong] = useState(meta.wrong > 0);
  const [page, setPage] = useState(1);
  const rows = onlyWrong ? all.filter((row) => row.errors.length > 0) : all;
  const shown = rowsOfPage(rows, page);
  return (
    <>
      {meta.wrong > 0 && meta.wrong < meta.rows && (
        <Checkbox
          className="am-above-3 am-below-3"
          label={t('upload.onlyWrong')}
          checked={onlyWrong}
          onChange={(event) => {
            setOnlyWrong(event.currentTarget.checked);
            setPage(1);
          }}
        />
      )}
      {isPhone ? <RowCards columns={columns} rows={shown} /> : <RowTable columns={columns} rows={shown} />}
      <LoadedPages page={page} total={rows.length} onPage={setPage} />
    </>
  );
}

export function ErrorList({ errors: all, total }: { errors: readonly CellErrorView[]; total: number }) {
  const { t } = useTranslation();
  const errors = all.slice(0, MOST_LISTED);
  return (
    <ul className={`${classes.errors} am-scrolls am-above-3 am-below-3 am-rows am-box`} aria-label={t('upload.errors')}>
      {errors.map(({ address, title, code, message }) => (
        <li key={`${address} ${code}`} data-cell={address}>
          <bdi dir="ltr" className="am-strong am-mono">
            {address}
          </bdi>
          <span>
            {title && <b>{title}: </b>}
            {message}
          </span>
        </li>
      ))}
      {total > MOST_LISTED && <li>{t('upload.more', { total: number(total - MOST_LISTED) })}</li>}
    </ul>
  );
}
