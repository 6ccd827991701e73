/**
 * /offline/conflict/:operation: a change that the server did not take because somebody else changed the record meanwhile.
 * Answers are compared by question; a step or a deletion is asked again.
 */
import '../../screens/form/form.css';
import { Alert, Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { Choices } from '../../../core/sync/merge.ts';
import type { LocalRecord, Operation, SyncFailure, Theirs } from '../../../core/sync/types.ts';
import { useCommon, useForgetRecords, useForm, useForms } from '../../data/queries.ts';
import { instant, isolate, recordName, text } from '../../data/words.ts';
import { useOffline } from '../../offline/context.ts';
import { Conflict } from '../../screens/form/Conflict.tsx';
import { AskedFor } from '../../screens/record/AskedFor.tsx';
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
  const { resolve, merge } = useOffline();
  const forget = useForgetRecords();
  const entry = useForms().data?.find(({ form }) => form === operation.form);
  const form = useForm(operation.form, theirs.form_version);
  const isUpdate = operation.kind === 'update';
  const merged = useQuery({
    queryKey: ['offline', 'merge', operation.id, theirs.version],
    queryFn: () => merge(operation),
    enabled: isUpdate,
    gcTime: 0,
  });
  const local = useLocalRecords([operation.record_id]).get(operation.record_id);
  const send = useMutation({
    mutationFn: (choices?: Choices) => resolve(operation, choices),
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
      {form.error || merged.error ? (
        <Alert color="saffron" variant="light" icon={<Icon name="alert-triangle" />} role="alert">
          {t('desk.failed')}
        </Alert>
      ) : !form.data || (isUpdate && !merged.data) ? (
        <Skeleton height={240} radius="lg" />
      ) : (
        <OnlineWidgets>
          {merged.data ? (
            <Conflict
              merge={merged.data}
              mineAt={operation.captured_at}
              theirs={{ version: theirs.version, by: theirs.updated_by, at: theirs.updated_at, told: failure.message }}
              refs={local?.refs ?? {}}
              comments={commentsOf(local, theirs)}
              isBusy={send.isPending}
              onSettle={(choices) => send.mutate(choices)}
            >
              <NewState {...{ operation, theirs, local }} form={form.data} />
            </Conflict>
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

/** Returns what the reviewer wrote to single questions, if that is why the record is in its state. */
function commentsOf(local: LocalRecord | undefined, { state }: Theirs): Record<string, string> {
  const review = local?.review?.to_state === state ? local.review : undefined;
  return Object.fromEntries((review?.fields ?? []).map(({ field, comment }) => [field, comment]));
}

interface NewStateProps {
  operation: Operation;
  theirs: Theirs;
  local: LocalRecord | undefined;
  form: CompiledForm;
}

/** Says that the other person also moved the record to another state, and what they wrote. */
function NewState({ operation, theirs, local, form }: NewStateProps) {
  const { t } = useTranslation('offline');
  const common = useCommon().data;
  if (!operation.base || operation.base.state === theirs.state) return null;
  const state = common?.workflows[form.definition.workflow]?.states.find(({ id }) => id === theirs.state);
  return (
    <>
      <p>{t('desk.state', { state: text(state?.label) })}</p>
      {local?.review?.to_state === theirs.state && <AskedFor change={local.review} form={form} />}
    </>
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
        <Button variant="default" loading={leave.isPending} onClick={() => leave.mutate()}>
          {t('desk.leave')}
        </Button>
        <Button loading={isBusy} {...(isRemoval && { color: 'red', variant: 'outline' })} onClick={onDo}>
          {isRemoval ? t('desk.deleteAnyway') : t('desk.doAnyway')}
        </Button>
      </div>
    </section>
  );
}
