/** Whose work an opened rescue file holds and how much it is, and sending it: question, progress, what came of it. */
import { Button, Progress } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OutboxProgress } from '../../../core/sync/outbox.ts';
import { deviceName } from '../../../core/text/deviceName.ts';
import { useCommon, useForgetRecords, useForms } from '../../data/queries.ts';
import { instant, isolate, number, text } from '../../data/words.ts';
import { type TakenIn, takeIn } from '../../offline/takingIn.ts';
import { AskDialog } from '../../shell/AskDialog.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Icon } from '../../theme/Icon.tsx';
import type { Found } from './found.ts';
import { GiveOpening } from './GiveOpening.tsx';
import classes from './Offline.module.css';
import { Mark } from './UnsentRow.tsx';
import { kindText, stepLabel, unsentRecords, whyText } from './unsent.ts';

export function OpenedWork({ found, onOther }: { found: Found; onOther: () => void }) {
  const { t } = useTranslation('offline');
  const { opened, account } = found;
  const forget = useForgetRecords();
  const [isAsked, setAsked] = useState(false);
  const [progress, setProgress] = useState<OutboxProgress | null>(null);
  const total = opened.operations.length;
  const send = useMutation({
    mutationFn: () => takeIn(opened, setProgress),
    onMutate: () => {
      setAsked(false);
      setProgress(null);
    },
    onSuccess: forget,
  });
  const result = send.data;
  const isAll = result && result.rest.length === 0;
  return (
    <>
      <section className={`am-surface ${classes.panel}`} data-group="opened">
        <h2>
          <bdi>{account.name}</bdi>
        </h2>
        <Contents found={found} />
        {total === 0 && <p role="status">{t('takeIn.empty')}</p>}
        {send.isPending && <Running progress={progress} total={total} />}
        {send.error && <FailureNote error={send.error} />}
        <div className={classes.buttons}>
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
      {result && !send.isPending && <Outcome result={result} />}
      <GiveOpening found={found} />
      {isAsked && (
        <AskDialog
          title={t('takeIn.send')}
          question={t('takeIn.ask', { changes: number(total), name: isolate(account.name) })}
          action={t('takeIn.send')}
          isDangerous={false}
          onDo={() => send.mutate()}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}

function Contents({ found: { opened, account } }: { found: Found }) {
  const { t } = useTranslation('offline');
  const { operations, device, made_at } = opened;
  const records = new Set(operations.map(({ record_id }) => record_id)).size;
  const files = new Set(operations.flatMap((one) => one.files)).size;
  const at = Number.isNaN(Date.parse(made_at)) ? '–' : instant(made_at);
  return (
    <dl className={classes.facts}>
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
  const done = progress ? total - progress.left : 0;
  return (
    <div role="status">
      <p>{t('takeIn.running', { done: number(done), total: number(total) })}</p>
      <Progress value={(100 * done) / total} animated aria-label={t('takeIn.send')} />
    </div>
  );
}

function Outcome({ result: { sent, before, rest, stopped } }: { result: TakenIn }) {
  const { t } = useTranslation('offline');
  return (
    <section className={`am-surface ${classes.panel}`} data-group="outcome" role="status">
      <h2>
        <Icon name={rest.length === 0 ? 'circle-check' : 'alert-triangle'} size={18} />{' '}
        {t(rest.length === 0 ? 'takeIn.all' : 'takeIn.some')}
      </h2>
      <p>{t('takeIn.sent', { changes: number(sent) })}</p>
      {before > 0 && <p>{t('takeIn.before', { changes: number(before) })}</p>}
      {stopped && (
        <p className="am-warning">
          {t('takeIn.stopped')} <bdi>{stopped.code === stopped.message ? '' : stopped.message}</bdi>
        </p>
      )}
      {rest.length > 0 && (
        <>
          <p>{t('takeIn.rest', { changes: number(rest.length) })}</p>
          <Rest rest={rest} />
        </>
      )}
    </section>
  );
}

/** Lists what the server did not take, by record, and why. */
function Rest({ rest }: Pick<TakenIn, 'rest'>) {
  const { t } = useTranslation('offline');
  const common = useCommon().data;
  const forms = useForms().data;
  return (
    <ul>
      {unsentRecords(rest).map(({ record_id, form, operations, stuck }) => {
        const entry = forms?.find((one) => one.form === form);
        const failure = stuck && stuck.state.is !== 'waiting' ? stuck.state.failure : undefined;
        const did = operations.map((one) => kindText(one.kind, stepLabel(one, entry, common), t));
        return (
          <li key={record_id} data-rest={record_id}>
            <b>{text(entry?.title) || form}</b> <Mark id={record_id} code={null} />{' '}
            <span className="am-hint">{did.join(' · ')}</span>
            {failure && stuck && (
              <p className={`am-warning ${classes.why}`}>
                <Icon name="alert-triangle" size={16} />{' '}
                <bdi>{failure.message || whyText(stuck, failure, stepLabel(stuck, entry, common), t)}</bdi>
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
