/**
 * Dialog of a step, or a deletion, of many records: first which of them somebody should look at one by one, then the progress, how
 * many were changed, which were refused, and why.
 */

import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getOwn } from '../../../core/json.ts';
import { useCommon, useInvalidateRecords } from '../../data/queries.ts';
import { number } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { Dialog, DialogButtons } from '../../widgets/controls/Dialog.tsx';
import { BulkCheck } from './BulkCheck.tsx';
import { BulkProgress, type BulkProps, RecordGroups } from './BulkParts.tsx';
import { groupByReason } from './bulk.ts';
import { useBulk } from './useBulk.ts';
import { useUndo } from './useUndo.tsx';

/** `looksFirst`: the step decides what a reviewer would otherwise see one by one. */
export default function BulkDialog({ looksFirst, ...props }: BulkProps & { looksFirst: boolean }) {
  const [chosen, setChosen] = useState(looksFirst ? undefined : props.target);
  return chosen ? <BulkRun {...props} target={chosen} /> : <BulkCheck {...props} onChosen={setChosen} />;
}

function BulkRun({ entry, action, label, target, told, comment, onClose }: BulkProps) {
  const { t } = useTranslation();
  const forget = useInvalidateRecords();
  const undo = useUndo(entry);
  const workflow = getOwn(useCommon().data?.workflows, entry.workflow);
  const bulk = useBulk(entry.api, target, { action, ...(comment && { comment }) });
  const { state, error, isRunning, isDone } = bulk;
  const changed = t(`bulk.${told}`, { shown: number(state.changed) });
  const finish = () => {
    onClose();
    void forget();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when all is done
  useEffect(() => {
    if (!isDone) return;
    if (state.changed > 0 || state.refused.length === 0) undo.steps(changed, state.done, workflow?.transitions ?? []);
    if (state.refused.length === 0) finish();
    else void forget();
  }, [isDone]);
  if (isDone && state.refused.length === 0) return null;
  return (
    <Dialog title={label} size="lg" onClose={isRunning ? bulk.stop : finish}>
      <p className="am-below-1" role="status">
        {t(isRunning ? 'bulk.running' : 'bulk.looked', { shown: number(state.looked), total: number(state.total) })}
      </p>
      <BulkProgress label={label} state={state} />
      {Boolean(error) && <FailureNote error={error} />}
      <p className="am-above-3 am-strong am-inline">
        <Icon name="circle-check" size={18} /> {changed}
      </p>
      {state.refused.length > 0 && (
        <RecordGroups
          entry={entry}
          title={t('bulk.refused', { shown: number(state.refused.length) })}
          groups={groupByReason(state.refused)}
          onFollow={finish}
        />
      )}
      <DialogButtons>
        {isRunning ? (
          <Button variant="default" onClick={bulk.stop}>
            {t('bulk.stop')}
          </Button>
        ) : (
          <>
            {!isDone && <Button onClick={bulk.goOn}>{t('bulk.goOn')}</Button>}
            <Button variant={isDone ? 'filled' : 'default'} onClick={finish}>
              {t('close')}
            </Button>
          </>
        )}
      </DialogButtons>
    </Dialog>
  );
}
