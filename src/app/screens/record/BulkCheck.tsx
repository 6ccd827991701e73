/** Says how many of the records have something that somebody should look at one by one, and offers to decide about the others. */

import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { FlaggedRecord } from '../../../core/generated/api.ts';
import { filteredReviewPath } from '../../../core/paths/listState.ts';
import { number } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Dialog, DialogButtons } from '../../widgets/controls/Dialog.tsx';
import { BulkProgress, type BulkProps, RecordGroups } from './BulkParts.tsx';
import type { BulkTarget } from './bulk.ts';
import { useBulk } from './useBulk.ts';

/** Records that the link to the review names. Their ids stand in its address. */
const REVIEWED = 100;

interface Props extends BulkProps {
  /** Called at once if there is nothing to look at. */
  onChosen: (target: BulkTarget) => void;
}

export function BulkCheck({ entry, action, label, target, onChosen, onClose }: Props) {
  const { t } = useTranslation();
  const { state, error, isRunning, isDone, goOn } = useBulk(entry.api, target, { action, look: true });
  const { flagged, clear, refused } = state;
  const choose = () => onChosen({ ids: clear, refused });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when all was looked at
  useEffect(() => {
    if (isDone && flagged.length === 0) choose();
  }, [isDone]);
  const ids = flagged.slice(0, REVIEWED).map(({ id }) => id);
  return (
    <Dialog title={label} size="lg" onClose={onClose}>
      {isDone ? (
        <RecordGroups
          entry={entry}
          title={t('bulk.flagged', { shown: number(flagged.length), total: number(state.looked) })}
          groups={byFlag(flagged).map(({ code, records }) => ({ message: t(`bulk.flag.${code}`), records }))}
          onFollow={onClose}
        />
      ) : (
        <>
          <p role="status">{t('bulk.looking', { shown: number(state.looked), total: number(state.total) })}</p>
          <BulkProgress label={label} state={state} />
        </>
      )}
      {Boolean(error) && <FailureNote error={error} />}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        {!isRunning && !isDone && <Button onClick={goOn}>{t('bulk.goOn')}</Button>}
        {isDone && (
          <>
            <Button
              variant="default"
              component={Link}
              to={filteredReviewPath(entry, [{ field: 'id', op: 'in', value: ids }])}
              onClick={onClose}
            >
              {t('bulk.look', { shown: number(ids.length) })}
            </Button>
            {clear.length > 0 && (
              <Button onClick={choose}>{t('bulk.others', { step: label, shown: number(clear.length) })}</Button>
            )}
          </>
        )}
      </DialogButtons>
    </Dialog>
  );
}

/** Groups the records by what was found, the most frequent first. One with two findings stands in both groups. */
function byFlag(flagged: readonly FlaggedRecord[]): { code: string; records: FlaggedRecord[] }[] {
  const codes = [...new Set(flagged.flatMap((one) => one.codes))];
  return codes
    .map((code) => ({ code, records: flagged.filter((one) => one.codes.includes(code)) }))
    .sort((a, b) => b.records.length - a.records.length);
}
