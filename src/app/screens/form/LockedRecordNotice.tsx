/** The record was locked while somebody changed it: others can be asked to open it, and see the answers. The draft keeps them. */
import { useState } from 'react';
import type { RecordData } from '../../../core/definitions/types.ts';
import type { FormEntry, RecordView } from '../../../core/generated/api.ts';
import { changedAnswers, isLocked } from '../../../core/sync/retryAfterOthers.ts';
import { isApiError } from '../../data/errors.ts';
import { lazyComponent } from '../../data/onDemand.tsx';
import { onlineSource } from '../../data/onlineSource.ts';
import { recordName } from '../../data/words.ts';
import { useWidgetTexts } from '../../widgets/environment.tsx';
import type { FormStore } from '../../widgets/store.ts';
import type { SaveOutcome } from './save.ts';

const AskToReopen = lazyComponent(() => import('../record/AskToReopen.tsx'));

interface Props {
  entry: FormEntry;
  record: RecordView;
  opened: RecordData;
  store: FormStore;
  outcome: SaveOutcome | undefined;
}

export function LockedRecordNotice({ entry, record, opened, store, outcome }: Props) {
  const { t } = useWidgetTexts();
  const [isAsked, setAsked] = useState(false);
  if (outcome?.kind !== 'refused' || !isApiError(outcome.error) || !isLocked(outcome.error)) return null;
  if (isAsked)
    return (
      <p className="am-hint" role="status" data-asked>
        {t('screen.asked')}
      </p>
    );
  const ask = async (step: { action: string; comment: string }) => {
    const cleared = Object.fromEntries(Object.keys(opened).map((name) => [name, null]));
    const not_taken = changedAnswers(opened, { ...cleared, ...store.data });
    // The version that was locked, not the one that the answers began with.
    const { version } = (await onlineSource.record(entry.api, record.id)).record;
    await onlineSource.transition(entry.api, { ...step, record_id: record.id, version, not_taken });
    setAsked(true);
  };
  return <AskToReopen entry={entry} name={recordName(record.name)} onAsk={ask} />;
}
