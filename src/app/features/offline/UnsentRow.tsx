/** One record with unsent changes: its name and mark, what was done, why it was not taken, and what to do. */

import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { recordPath } from '../../../core/paths/screens.ts';
import { isCorrectable } from '../../../core/sync/failures.ts';
import { recordMark } from '../../../core/sync/mark.ts';
import { isTooLate } from '../../../core/sync/retryAfterOthers.ts';
import type { LocalRecord } from '../../../core/sync/types.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { lazyComponent, WIDGET_NAMESPACES } from '../../data/onDemand.tsx';
import { useCommon, useForms, useInvalidateRecords } from '../../data/queries.ts';
import { instant, recordName, text } from '../../data/words.ts';
import { isSyncing, useOfflineActions, useOfflineState } from '../../offline/context.ts';
import AskDialog from '../../shell/AskDialog.tsx';
import { SwitchDialog } from '../../shell/offline/SwitchButton.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { equalOperations, failureReasonText, kindText, stepLabel, type UnsentRecord } from './unsent.ts';

const AskToReopen = lazyComponent(() => import('../../screens/record/AskToReopen.tsx'));
const DraftAnswers = lazyComponent(() => import('../../screens/form/draft/DraftAnswers.tsx'), {
  words: WIDGET_NAMESPACES,
});

interface Props {
  unsent: UnsentRecord;
  local: LocalRecord | undefined;
}

/** Drawn again only if one of its changes, or the record on this device, is another one. */
export const UnsentRow = memo(
  Row,
  (before, now) => before.local === now.local && equalOperations(before.unsent, now.unsent),
);

function Row({ unsent, local }: Props) {
  const { t } = useTranslation('offline');
  const { ask, retry } = useOfflineActions();
  const isBusy = useOfflineState(isSyncing);
  const common = useCommon().data;
  const entry = useForms().data?.find(({ form }) => form === unsent.form);
  const { record_id, operations, stuck, is } = unsent;
  const name = recordName(local?.name) || text(entry?.title);
  const own = entry && local ? recordPath(entry, record_id) : undefined;
  const isNew = operations.some(({ kind }) => kind === 'create');
  const failure = stuck && stuck.state.is !== 'waiting' ? stuck.state.failure : undefined;
  const canCorrect = own !== undefined && stuck !== undefined && failure !== undefined && isCorrectable(stuck, failure);
  const canAsk =
    entry !== undefined && stuck?.state.is === 'failed' && !stuck.state.asked && isTooLate(stuck, stuck.state.failure);
  const why = failure && stuck && failureReasonText(stuck, failure, stepLabel(stuck, entry, common), t);
  return (
    <li data-unsent={record_id} data-state={is}>
      <div className="am-cluster am-row-gap-0 am-wraps">
        {own ? <OpenHere path={own} name={name} isOnlyHere={isNew} /> : <b>{name}</b>}
        <CodeOrMark id={record_id} code={local?.record.code ?? null} />
        <span className="am-hint">{text(entry?.title)}</span>
      </div>
      <ul className="am-gap-1 am-above-1 am-stack">
        {operations.map((operation) => (
          <li key={operation.id}>
            {kindText(operation.kind, stepLabel(operation, entry, common), t)}{' '}
            <span className="am-hint">
              {instant(operation.captured_at)}
              <Sending id={operation.id} />
            </span>
          </li>
        ))}
      </ul>
      {failure && (
        <p className="am-warning am-above-1">
          <Icon name="alert-triangle" size={16} /> <bdi>{is === 'conflict' ? failure.message || why : why}</bdi>
          {is === 'failed' && failure.message && failure.message !== why && <bdi> {failure.message}</bdi>}
        </p>
      )}
      {stuck?.state.is === 'failed' && stuck.state.asked && (
        <p className="am-hint" data-asked>
          {t('sync.asked', { when: instant(stuck.state.asked.at) })}
        </p>
      )}
      {!own && local && (
        <details>
          <summary className="am-opener">{t('sync.answers')}</summary>
          <DraftAnswers form={unsent.form} parts={[local.record]} of={`${record_id} ${local.record.version}`} />
        </details>
      )}
      <div className="am-above-3 am-flow">
        {is === 'conflict' && stuck && (
          <Button component={Link} to={`/offline/conflict/${stuck.id}`} size="sm">
            {t('sync.decide')}
          </Button>
        )}
        {canAsk && <AskToReopen entry={entry} name={name} onAsk={(step) => ask(stuck, entry.api, step)} />}
        {is === 'failed' && canCorrect && <Correct path={`${own}/edit`} />}
        {is === 'failed' && stuck && (
          <Button
            variant={canCorrect || canAsk ? 'default' : 'filled'}
            size="sm"
            disabled={isBusy}
            onClick={() => void retry([stuck.id])}
          >
            {t('sync.retry')}
          </Button>
        )}
        <Discard unsent={unsent} name={name} />
      </div>
    </li>
  );
}

const useMode = () => useOfflineState((state) => state.mode);

/** Says of a change that it is being sent. */
function Sending({ id }: { id: string }) {
  const { t } = useTranslation('offline');
  const isSent = useOfflineState(({ sync }) => sync.progress?.current === id);
  return isSent && ` · ${t('sync.sending')}`;
}

/** The name of a record, as a link. A record that only this device has is opened in offline mode, after a question. */
function OpenHere({ path, name, isOnlyHere }: { path: string; name: string; isOnlyHere: boolean }) {
  const mode = useMode();
  const [isAsked, setAsked] = useState(false);
  if (mode === 'offline' || !isOnlyHere) return <Link to={path}>{name}</Link>;
  return (
    <>
      <button type="button" className="am-link" aria-haspopup="dialog" onClick={() => setAsked(true)}>
        {name}
      </button>
      {isAsked && <SwitchDialog to="offline" path={path} onClose={() => setAsked(false)} />}
    </>
  );
}

/** Opens what was not taken in the form. It is on this device only, so that this is done in offline mode. */
function Correct({ path }: { path: string }) {
  const { t } = useTranslation('offline');
  const mode = useMode();
  const { sync } = useOfflineActions();
  const [isAsked, setAsked] = useState(false);
  // The device may not have what the record is corrected with, such as the form version that is in use now. So it gets that first.
  const renew = useMutation({ mutationFn: sync.run, onSuccess: () => setAsked(true) });
  if (mode === 'offline')
    return (
      <Button component={Link} to={path} size="sm">
        {t('sync.correct')}
      </Button>
    );
  return (
    <>
      <Button size="sm" loading={renew.isPending} aria-haspopup="dialog" onClick={() => renew.mutate()}>
        {t('sync.correct')}
      </Button>
      {isAsked && <SwitchDialog to="offline" path={path} onClose={() => setAsked(false)} />}
    </>
  );
}

/** The code of a record, or the mark that people read out until it has one. */
export function CodeOrMark({ id, code }: { id: string; code: string | null }) {
  const { t } = useTranslation('offline');
  return (
    <bdi dir="ltr" className="am-mono" {...(!code && { title: t('sync.mark') })} data-mark={!code || undefined}>
      {code ?? recordMark(id)}
    </bdi>
  );
}

function Discard({ unsent: { record_id, operations }, name }: { unsent: UnsentRecord; name: string }) {
  const { t } = useTranslation('offline');
  const { discard } = useOfflineActions();
  const isBusy = useOfflineState(isSyncing);
  const forget = useInvalidateRecords();
  const [isAsked, setAsked] = useState(false);
  const give = useMutation({ mutationFn: () => discard(record_id), onSuccess: forget });
  const isNew = operations.some(({ kind }) => kind === 'create');
  return (
    <>
      <Button
        size="sm"
        variant="subtle"
        color="red"
        aria-haspopup="dialog"
        disabled={isBusy}
        onClick={() => setAsked(true)}
      >
        {t('sync.discard')}
      </Button>
      {isAsked && (
        <AskDialog
          title={t('sync.discardAsk')}
          question={t(isNew ? 'sync.discardNew' : 'sync.discardChanges', { name: isolateName(name) })}
          action={t('sync.discardDo')}
          isDangerous
          busy={give.isPending}
          error={give.error}
          onDo={() => give.mutate()}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
