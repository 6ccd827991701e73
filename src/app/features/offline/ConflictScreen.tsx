/**
 * /offline/conflict/:operation: a change that the server did not take because somebody else changed the record meanwhile.
 * Answers are compared by question; a step or a deletion is asked again.
 */
import '../../screens/form/form.css';
import { Alert, Button, Skeleton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import type { CompiledForm, RecordData } from '../../../core/definitions/types.ts';
import { holdsFiles } from '../../../core/form/types/question.ts';
import type { LocalRecord, Operation, SyncFailure, Theirs } from '../../../core/sync/types.ts';
import { useCommon, useForgetRecords, useForm, useForms } from '../../data/queries.ts';
import { instant, isolate, recordName, text } from '../../data/words.ts';
import { useOffline } from '../../offline/context.ts';
import { Conflict } from '../../screens/form/Conflict.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { BarLink } from '../../shell/TopBar.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { OnlineWidgets } from '../../widgets/OnlineWidgets.tsx';
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx';
import classes from './Offline.module.css';
import { Mark } from './UnsentRow.tsx';
import { stepLabel } from './unsent.ts';
import { useLocalRecords } from './useLocalRecords.ts';

export default function ConflictScreen() {
  const { t } = useTranslation('offline');
  const { operation: id } = useParams();
  const { operations } = useOffline();
  const operation = operations.find((one) => one.id === id);
  const title = t('desk.title');
  const crumbs = [{ label: t('sync.title'), to: '/offline/sync' }, { label: title }];
  return (
    <Screen name="conflict" title={title} crumbs={crumbs} {...(operation && { form: operation.form })}>
      {operation?.state.is === 'conflict' ? (
        <Desk operation={operation} {...operation.state} />
      ) : (
        <>
          <p>{t('desk.gone')}</p>
          <BarLink to="/offline/sync" icon="send">
            {t('sync.title')}
          </BarLink>
        </>
      )}
    </Screen>
  );
}

interface DeskProps {
  operation: Operation;
  theirs: Theirs;
  failure: SyncFailure;
}

function Desk({ operation, theirs, failure }: DeskProps) {
  const { t } = useTranslation('offline');
  const navigate = useNavigate();
  const { resolve } = useOffline();
  const forget = useForgetRecords();
  const entry = useForms().data?.find(({ form }) => form === operation.form);
  // The newest of the versions that meet here, which has the questions of all of them that are still asked.
  const versions = [theirs.form_version, operation.base?.form_version ?? 0, Number(operation.body.form_version ?? 0)];
  const form = useForm(operation.form, Math.max(...versions));
  const local = useLocalRecords([operation.record_id]).get(operation.record_id);
  const send = useMutation({
    mutationFn: (answers?: RecordData) => resolve(operation, answers),
    onSuccess: async () => {
      await forget();
      navigate('/offline/sync');
    },
  });
  return (
    <>
      <p className={classes.name}>
        <b>{recordName(local?.name) || text(entry?.title)}</b>
        <Mark id={operation.record_id} code={local?.record.code ?? null} />
        <span className="am-hint">{t('desk.yours', { when: instant(operation.captured_at) })}</span>
      </p>
      {send.error && <FailureNote error={send.error} />}
      {form.error ? (
        <Alert color="saffron" variant="light" icon={<Icon name="alert-triangle" />} role="alert">
          {t('desk.failed')}
        </Alert>
      ) : !form.data ? (
        <Skeleton height={240} radius="lg" />
      ) : (
        <OnlineWidgets>
          {operation.kind === 'update' ? (
            <Conflict
              form={form.data}
              base={operation.base?.data ?? {}}
              mine={answersOf(form.data, operation.body)}
              theirs={{
                version: theirs.version,
                data: theirs.data,
                by: theirs.updated_by,
                at: theirs.updated_at,
                told: failure.message,
              }}
              refs={local?.refs ?? {}}
              onSettle={(data) => send.mutate(bodyOf(form.data, data))}
            />
          ) : (
            <AskAgain
              {...{ operation, theirs, failure, local }}
              form={form.data}
              isBusy={send.isPending}
              onDo={() => send.mutate(undefined)}
            />
          )}
        </OnlineWidgets>
      )}
    </>
  );
}

function answersOf({ byProperty }: CompiledForm, body: Record<string, unknown>): RecordData {
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => byProperty.has(name) && value !== null));
}

/** Names every question, so that what the person took away is away. Emptied files must be sent as null. */
function bodyOf({ byProperty }: CompiledForm, data: RecordData): RecordData {
  return Object.fromEntries(
    [...byProperty].map(([name, node]) => [name, data[name] ?? (holdsFiles(node) ? null : undefined)]),
  );
}

interface AskAgainProps extends DeskProps {
  form: CompiledForm;
  local: LocalRecord | undefined;
  isBusy: boolean;
  onDo: () => void;
}

/** Shows what was changed meanwhile, and asks whether the step or the deletion is still meant. */
function AskAgain({ operation, theirs, failure, form, local, isBusy, onDo }: AskAgainProps) {
  const { t } = useTranslation('offline');
  const navigate = useNavigate();
  const { discard } = useOffline();
  const common = useCommon().data;
  const entry = useForms().data?.find((one) => one.form === operation.form);
  const isRemoval = operation.kind === 'remove';
  const step = stepLabel(operation, entry, common);
  const leave = useMutation({
    mutationFn: () => discard(operation.record_id),
    onSuccess: () => navigate('/offline/sync'),
  });
  return (
    <section className="am-conflict" aria-labelledby="conflict-title">
      <h2 id="conflict-title">
        {t('desk.changed', { name: isolate(theirs.updated_by.name), when: isolate(instant(theirs.updated_at)) })}
      </h2>
      <p dir="auto">{failure.message}</p>
      <p>{isRemoval ? t('desk.remove') : t('desk.again', { step })}</p>
      <ChangedMeanwhile
        form={form}
        before={operation.base?.data ?? {}}
        after={theirs.data}
        state={theirs.state}
        workflow={entry && common?.workflows[entry.workflow]}
        refs={local?.refs ?? {}}
      />
      {leave.error && <FailureNote error={leave.error} />}
      <div className={classes.buttons}>
        <Button loading={isBusy} {...(isRemoval && { color: 'red' })} onClick={onDo}>
          {isRemoval ? t('desk.deleteAnyway') : t('desk.doAnyway')}
        </Button>
        <Button variant="default" loading={leave.isPending} onClick={() => leave.mutate()}>
          {t('desk.leave')}
        </Button>
      </div>
    </section>
  );
}
