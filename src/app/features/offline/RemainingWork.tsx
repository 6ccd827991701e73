/** What the server did not take of an opened file, by record, and why: the office compares and chooses, or leaves it out. */

import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getOwn } from '../../../core/json.ts';
import type { Operation } from '../../../core/sync/types.ts';
import { useCompiledForm } from '../../data/definitions.ts';
import { useCommon, useForms, useRecord } from '../../data/queries.ts';
import { instant, number, recordName, text } from '../../data/words.ts';
import type { OfficeWork } from '../../offline/takingIn.ts';
import { Icon } from '../../theme/Icon.tsx';
import { FieldDisplay } from '../../widgets/FieldDisplay.tsx';
import { ReasonDialog } from '../personal-data/ReasonDialog.tsx';
import { ConflictDesk } from './ConflictDesk.tsx';
import { CodeOrMark } from './UnsentRow.tsx';
import { failureReasonText, kindText, stepLabel, type UnsentRecord, unsentRecords } from './unsent.ts';

interface Props {
  rest: readonly Operation[];
  work: OfficeWork;
  /** Name of the person who wrote it. */
  writer: string;
  /** Something was decided. `isToSend`: it waits to be sent now. */
  onDecided: (isToSend: boolean) => void;
}

export function RemainingWork({ rest, ...props }: Props) {
  return (
    <ul className="am-rows">
      {unsentRecords(rest).map((unsent) => (
        <OfRecord key={unsent.record_id} unsent={unsent} {...props} />
      ))}
    </ul>
  );
}

function OfRecord({ unsent, ...props }: Omit<Props, 'rest'> & { unsent: UnsentRecord }) {
  const { t } = useTranslation('offline');
  const common = useCommon().data;
  const entry = useForms().data?.find(({ form }) => form === unsent.form);
  const [isOpen, setOpen] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const { record_id, operations, stuck } = unsent;
  // One that was made on the lost device is not on the server.
  const isThere = operations.every(({ kind }) => kind !== 'create');
  const record = useRecord(isThere ? entry?.api : undefined, record_id).data?.record;
  const title = text(entry?.title) || unsent.form;
  const name = recordName(record?.name);
  const failure = stuck && stuck.state.is !== 'waiting' ? stuck.state.failure : undefined;
  const leave = useMutation({
    mutationFn: (reason: string) => props.work.leaveOut(stuck ?? (operations[0] as Operation), reason),
    onSuccess: () => props.onDecided(false),
  });
  return (
    <li data-rest={record_id} data-state={unsent.is}>
      <div className="am-cluster am-row-gap-0 am-wraps">
        <b>{name || title}</b> <CodeOrMark id={record_id} code={record?.code ?? null} />
        {name && <span className="am-hint">{title}</span>}
      </div>
      <ul className="am-gap-1 am-above-1 am-stack">
        {operations.map((one) => (
          <li key={one.id}>
            {kindText(one.kind, stepLabel(one, entry, common), t)}{' '}
            <span className="am-hint">{instant(one.captured_at)}</span>
          </li>
        ))}
      </ul>
      {failure && stuck && (
        <p className="am-warning am-above-1">
          <Icon name="alert-triangle" size={16} />{' '}
          <bdi>{failure.message || failureReasonText(stuck, failure, stepLabel(stuck, entry, common), t)}</bdi>
        </p>
      )}
      {stuck && isOpen && <Decide {...props} stuck={stuck} onLeave={() => setLeaving(true)} />}
      <div className="am-above-3 am-flow">
        {stuck && !isOpen && (
          <Button size="sm" aria-expanded={false} onClick={() => setOpen(true)}>
            {t(unsent.is === 'conflict' ? 'sync.decide' : 'takeIn.look')}
          </Button>
        )}
        <Button size="sm" variant="subtle" color="red" aria-haspopup="dialog" onClick={() => setLeaving(true)}>
          {t('takeIn.leave')}
        </Button>
      </div>
      {isLeaving && (
        <ReasonDialog
          title={t('takeIn.leaveAsk')}
          reasonLabel={t('takeIn.reason')}
          reasonHint={t('takeIn.reasonHint')}
          action={{ label: t('takeIn.leave'), name: 'leave-out', isDangerous: true }}
          work={leave}
          onDo={(reason) => leave.mutate(reason)}
          onClose={() => setLeaving(false)}
        >
          <p>{t('takeIn.leaveText', { changes: number(operations.length) })}</p>
        </ReasonDialog>
      )}
    </li>
  );
}

/** The two sides of a change, or what it holds if there is no record on the server to compare it with. */
function Decide({
  work,
  writer,
  stuck,
  onDecided,
  onLeave,
}: Omit<Props, 'rest'> & { stuck: Operation; onLeave: () => void }) {
  const { t } = useTranslation('offline');
  const found = useQuery({
    queryKey: ['taking-in', stuck.id, stuck.state.is],
    queryFn: async () => {
      const compared = await work.compared(stuck);
      return { compared: compared ?? null, refs: await work.refs(compared ?? stuck) };
    },
    gcTime: 0,
    retry: false,
  });
  if (found.error) return <p className="am-warning">{t('takeIn.notFound')}</p>;
  if (!found.data) return <Skeleton height={160} radius="lg" />;
  const { compared, refs } = found.data;
  if (compared?.state.is !== 'conflict') return <Answers operation={stuck} refs={refs} />;
  return (
    <ConflictDesk
      operation={compared}
      {...compared.state}
      {...{ writer, local: { refs }, merge: work.merge }}
      onResolve={async (choices) => {
        await work.resolve(compared, choices);
        onDecided(true);
      }}
      onLeave={async () => onLeave()}
    />
  );
}

/** The answers of a change. */
function Answers({ operation, refs }: { operation: Operation } & Pick<Parameters<typeof FieldDisplay>[0], 'refs'>) {
  const { t } = useTranslation('offline');
  const { form, body } = operation;
  const version = typeof body.form_version === 'number' ? body.form_version : undefined;
  const compiled = useCompiledForm(form, version).data;
  if (!compiled) return <Skeleton height={160} radius="lg" />;
  const answered = [...compiled.fields.values()].filter(({ properties }) =>
    properties.some((name) => getOwn(body, name) !== undefined && getOwn(body, name) !== null),
  );
  return (
    <>
      <h3 className="am-above-3">{t('takeIn.holds')}</h3>
      <dl className="am-above-3 am-terms am-stack">
        {answered.map((node) => (
          <div key={node.name}>
            <dt>{text(node.def.label)}</dt>
            <dd>
              <FieldDisplay node={node} data={body} refs={refs} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
