/** Compares a change that the server did not take with the record as somebody else left it, by question; a step is asked again. */

import { getOwn } from '../../../core/json.ts';
import { isolateName } from '../../../core/text/languages.ts';
import '../../screens/form/form.css';
import { Alert, Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { Refs } from '../../../core/generated/api.ts';
import type { MergeChoices, RecordMerge } from '../../../core/sync/merge.ts';
import type { LocalRecord, Operation, SyncFailure, TheirVersion } from '../../../core/sync/types.ts';
import { useCompiledForm } from '../../data/definitions.ts';
import { useCommon, useForms } from '../../data/queries.ts';
import { instant, text } from '../../data/words.ts';
import { ConflictResolver } from '../../screens/form/conflict/ConflictResolver.tsx';
import { ReviewComments } from '../../screens/record/ReviewComments.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { OnlineWidgets } from '../../widgets/OnlineWidgets.tsx';
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx';
import { stepLabel } from './unsent.ts';

interface Props {
  operation: Operation;
  theirs: TheirVersion;
  failure: SyncFailure;
  /** What is known of the record: names of what its answers refer to, and what a reviewer wrote. */
  local: Partial<Pick<LocalRecord, 'refs' | 'review'>> | undefined;
  /** Name of the person for whom the office decides. */
  writer?: string;
  merge: (operation: Operation) => Promise<RecordMerge>;
  /** Sends the change again, with the sides that were chosen. */
  onResolve: (choices?: MergeChoices) => Promise<unknown>;
  /** Gives a step or a deletion up. */
  onLeave: () => Promise<unknown>;
}

export function ConflictDesk({ merge, onResolve, onLeave, writer, ...shown }: Props) {
  const { t } = useTranslation('offline');
  const { operation, theirs, local } = shown;
  const form = useCompiledForm(operation.form, theirs.form_version);
  const isUpdate = operation.kind === 'update';
  const merged = useQuery({
    queryKey: ['offline', 'merge', operation.id, theirs.version],
    queryFn: () => merge(operation),
    enabled: isUpdate,
    gcTime: 0,
  });
  const send = useMutation({ mutationFn: onResolve });
  if (form.error || merged.error)
    return (
      <Alert color="saffron" variant="light" icon={<Icon name="alert-triangle" />} role="alert">
        {t('desk.failed')}
      </Alert>
    );
  if (!form.data || (isUpdate && !merged.data)) return <Skeleton height={240} radius="lg" />;
  return (
    <>
      {send.error && <FailureNote error={send.error} />}
      <OnlineWidgets>
        {merged.data ? (
          <ConflictResolver
            merge={merged.data}
            mineAt={operation.captured_at}
            {...(writer !== undefined && { writer })}
            theirs={{ by: theirs.updated_by, at: theirs.updated_at }}
            refs={local?.refs ?? NO_NAMES}
            comments={commentsOf(local, theirs)}
            isBusy={send.isPending}
            onResolve={(choices) => send.mutate(choices)}
          >
            <NewState {...shown} form={form.data} />
          </ConflictResolver>
        ) : (
          <AskAgain
            {...shown}
            form={form.data}
            isBusy={send.isPending}
            onDo={() => send.mutate(undefined)}
            onLeave={onLeave}
          />
        )}
      </OnlineWidgets>
    </>
  );
}

const NO_NAMES: Refs = {};

/** Returns what the reviewer wrote to single questions, if that is why the record is in its state. */
function commentsOf(local: Props['local'], { state }: TheirVersion): Record<string, string> {
  const review = local?.review?.to_state === state ? local.review : undefined;
  return Object.fromEntries((review?.fields ?? []).map(({ field, comment }) => [field, comment]));
}

interface NewStateProps extends Pick<Props, 'operation' | 'theirs' | 'local'> {
  form: CompiledForm;
}

/** Says that the other person also moved the record to another state, and what they wrote. */
function NewState({ operation, theirs, local, form }: NewStateProps) {
  const { t } = useTranslation('offline');
  const common = useCommon().data;
  if (!operation.base || operation.base.state === theirs.state) return null;
  const state = getOwn(common?.workflows, form.definition.workflow)?.states.find(({ id }) => id === theirs.state);
  return (
    <>
      <p>{t('desk.state', { state: text(state?.label) })}</p>
      {local?.review?.to_state === theirs.state && <ReviewComments change={local.review} form={form} />}
    </>
  );
}

interface AskAgainProps extends NewStateProps, Pick<Props, 'failure' | 'onLeave'> {
  isBusy: boolean;
  onDo: () => void;
}

/** Shows what was changed meanwhile, and asks whether the step or the deletion is still meant. */
function AskAgain({ operation, theirs, failure, form, local, isBusy, onDo, onLeave }: AskAgainProps) {
  const { t } = useTranslation('offline');
  const common = useCommon().data;
  const entry = useForms().data?.find((one) => one.form === operation.form);
  const isRemoval = operation.kind === 'remove';
  const step = stepLabel(operation, entry, common);
  const leave = useMutation({ mutationFn: onLeave });
  return (
    <section className="am-after am-card am-conflict" aria-labelledby="conflict-title">
      <h2 id="conflict-title">
        {t('desk.changed', {
          name: isolateName(theirs.updated_by.name),
          when: isolateName(instant(theirs.updated_at)),
        })}
      </h2>
      <p dir="auto">{failure.message}</p>
      <p>{isRemoval ? t('desk.remove') : t('desk.again', { step })}</p>
      <ChangedMeanwhile
        form={form}
        before={operation.base?.data ?? {}}
        after={theirs.data}
        state={theirs.state}
        workflow={entry && getOwn(common?.workflows, entry.workflow)}
        refs={local?.refs ?? NO_NAMES}
      />
      {leave.error && <FailureNote error={leave.error} />}
      <div className="am-above-3 am-flow">
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
