/** Whose work an opened rescue file holds and how much it is, and sending it: question, progress, what came of it. */

import { Button, Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OutboxProgress } from '../../../core/sync/outbox.ts';
import type { Operation } from '../../../core/sync/types.ts';
import { deviceName } from '../../../core/text/deviceName.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { useInvalidateRecords } from '../../data/queries.ts';
import { instant, number } from '../../data/words.ts';
import { type OfficeUploadResult, officeWork } from '../../offline/takingIn.ts';
import AskDialog from '../../shell/AskDialog.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { IssueUnlockFile } from './IssueUnlockFile.tsx';
import { RemainingWork } from './RemainingWork.tsx';
import type { RescuedWork } from './rescuedWork.ts';

export function OpenedWork({ found, onOther }: { found: RescuedWork; onOther: () => void }) {
  const { t } = useTranslation('offline');
  const { opened, account } = found;
  const forget = useInvalidateRecords();
  const [isAsked, setAsked] = useState(false);
  const [progress, setProgress] = useState<OutboxProgress | null>(null);
  const work = useMemo(() => officeWork(opened), [opened]);
  const [rest, setRest] = useState<readonly Operation[]>(opened.operations);
  const total = opened.operations.length;
  const look = async () => setRest(await work.rest());
  const send = useMutation({
    mutationFn: () => work.send(setProgress),
    onMutate: () => {
      setAsked(false);
      setProgress(null);
    },
    onSettled: look,
    onSuccess: forget,
  });
  const result = send.data;
  const isAll = result && rest.length === 0;
  return (
    <>
      <section className="am-card am-after am-stack am-brief" data-group="opened">
        <h2>
          <bdi>{account.name}</bdi>
        </h2>
        <Contents found={found} />
        <Damaged found={found} />
        {total === 0 && <p role="status">{t('takeIn.empty')}</p>}
        {send.isPending && <Running progress={progress} total={rest.length} />}
        {send.error && <FailureNote error={send.error} />}
        <div className="am-flow">
          {total > 0 && !isAll && (
            <Button loading={send.isPending} aria-haspopup="dialog" onClick={() => setAsked(true)}>
              {t(send.isIdle ? 'takeIn.send' : 'takeIn.again')}
            </Button>
          )}
          <Button variant="default" disabled={send.isPending} onClick={onOther}>
            {t('takeIn.other')}
          </Button>
        </div>
      </section>
      {result && !send.isPending && (
        <Outcome result={result} isAll={rest.length === 0}>
          {rest.length > 0 && (
            <>
              <p>{t('takeIn.rest', { changes: number(rest.length) })}</p>
              <RemainingWork
                {...{ rest, work }}
                writer={account.name}
                onDecided={(isToSend) => (isToSend ? send.mutate() : void look())}
              />
            </>
          )}
        </Outcome>
      )}
      <IssueUnlockFile found={found} />
      {isAsked && (
        <AskDialog
          title={t('takeIn.send')}
          question={t('takeIn.ask', { changes: number(total), name: isolateName(account.name) })}
          action={t('takeIn.send')}
          isDangerous={false}
          onDo={() => send.mutate()}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}

function Contents({ found: { opened, account } }: { found: RescuedWork }) {
  const { t } = useTranslation('offline');
  const { operations, device, made_at } = opened;
  const records = new Set(operations.map(({ record_id }) => record_id)).size;
  const files = new Set(operations.flatMap((one) => one.files)).size;
  const at = Number.isNaN(Date.parse(made_at)) ? '–' : instant(made_at);
  return (
    <dl className="am-pairs am-below-3">
      <dt>{t('takeIn.username')}</dt>
      <dd>
        <Link to={`/admin/accounts/${account.id}`}>
          <bdi dir="ltr">{account.username}</bdi>
        </Link>
      </dd>
      <dt>{t('takeIn.device')}</dt>
      <dd>
        <bdi>{deviceName(device) ?? '–'}</bdi>
      </dd>
      <dt>{t('takeIn.saved')}</dt>
      <dd>{at}</dd>
      <dt>{t('takeIn.records')}</dt>
      <dd>{number(records)}</dd>
      <dt>{t('takeIn.changes')}</dt>
      <dd>{number(operations.length)}</dd>
      <dt>{t('takeIn.files')}</dt>
      <dd>{number(files)}</dd>
    </dl>
  );
}

function Running({ progress, total }: { progress: OutboxProgress | null; total: number }) {
  const { t } = useTranslation('offline');
  const done = progress?.done ?? 0;
  return (
    <div role="status">
      <p>{t('takeIn.running', { done: number(done), total: number(total) })}</p>
      <Progress value={(100 * done) / total} animated aria-label={t('takeIn.send')} />
    </div>
  );
}

function Outcome({ result, isAll, children }: { result: OfficeUploadResult; isAll: boolean; children: ReactNode }) {
  const { t } = useTranslation('offline');
  const { sent, before, stopped } = result;
  return (
    <section className="am-card am-after am-stack am-brief" data-group="outcome">
      <div role="status">
        <h2>
          <Icon name={isAll ? 'circle-check' : 'alert-triangle'} size={18} /> {t(isAll ? 'takeIn.all' : 'takeIn.some')}
        </h2>
        <p>{t('takeIn.sent', { changes: number(sent) })}</p>
        {before > 0 && <p>{t('takeIn.before', { changes: number(before) })}</p>}
        {stopped && (
          <p className="am-warning">
            {t('takeIn.stopped')} <bdi>{stopped.code === stopped.message ? '' : stopped.message}</bdi>
          </p>
        )}
      </div>
      {children}
    </section>
  );
}

/** Names what is damaged in the file. */
function Damaged({ found: { opened } }: { found: RescuedWork }) {
  const { t } = useTranslation(['offline', 'app']);
  const { changes, receipts, files } = opened.damaged;
  const parts = [
    ['changes', changes, changes.length + opened.operations.length],
    ['files', files, files.length + opened.files.length],
    ['receipts', receipts, receipts.length + opened.receipts.length],
  ] as const;
  const damaged = parts.filter(([, numbers]) => numbers.length > 0);
  if (damaged.length === 0) return null;
  return (
    <div className="am-warning" role="alert" data-damaged>
      <p>
        <Icon name="alert-triangle" size={16} /> {t('takeIn.damaged')}
      </p>
      <ul>
        {damaged.map(([part, numbers, total]) => (
          <li key={part}>
            {t(`takeIn.damage.${part}`, { numbers: numbers.map(number).join(t('app:comma')), total: number(total) })}
          </li>
        ))}
      </ul>
    </div>
  );
}
