/** Opens the dialog for the requested action: a transition of one or many records, or a deletion. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyComponent } from '../../data/onDemand.tsx';
import { number, text } from '../../data/words.ts';
import { recordTitle } from './title.ts';
import type { ManyTransitions, TransitionDialogState } from './useTransitions.ts';

const TransitionDialog = lazyComponent(() => import('./TransitionDialog.tsx'));
const ChooseDialog = lazyComponent(() => import('./ChooseDialog.tsx'));
const BulkDialog = lazyComponent(() => import('./BulkDialog.tsx'));
const RemoveDialog = lazyComponent(() => import('./RemoveDialog.tsx'));

export function TransitionDialogs({ transitions }: { transitions: TransitionDialogState }) {
  const { asked, close, transition, remove } = transitions;
  if (!asked) return null;
  if (asked.kind === 'remove')
    return (
      <RemoveDialog
        name={recordTitle(asked.record)}
        busy={remove.isPending}
        error={remove.error}
        onDo={() => remove.mutate(asked.record)}
        onClose={close}
      />
    );
  if (asked.kind === 'choose')
    return (
      <ChooseDialog
        choices={asked.choices}
        workflow={asked.workflow}
        subject={recordTitle(asked.record)}
        onChoose={(transition) => transitions.ask({ ...asked, kind: 'one', transition })}
        onClose={close}
      />
    );
  if (asked.kind === 'one')
    return (
      <TransitionDialog
        transition={asked.transition}
        subject={recordTitle(asked.record)}
        form={asked.form}
        busy={transition.isPending}
        error={transition.error}
        onDo={(answers) => transition.mutate({ asked, answers })}
        onClose={close}
      />
    );
  if (asked.kind === 'removeMany') return <BulkRemoval ids={asked.ids} transitions={transitions} />;
  return <BulkTransition asked={asked} transitions={transitions} />;
}

/** Asks for the comment first, then changes the records in batches. */
function BulkTransition({ asked, transitions }: { asked: ManyTransitions; transitions: TransitionDialogState }) {
  const { t } = useTranslation();
  const [comment, setComment] = useState<string | null>(null);
  const { entry, close, onChanged } = transitions;
  if (comment === null)
    return (
      <TransitionDialog
        transition={asked.transition}
        subject={t('step.records', { shown: number(asked.kind === 'many' ? asked.ids.length : asked.total) })}
        busy={false}
        error={null}
        onDo={(answers) => setComment(answers.comment)}
        onClose={close}
      />
    );
  return (
    <BulkDialog
      entry={entry}
      action={asked.transition.action}
      label={text(asked.transition.label)}
      looksFirst={asked.transition.bulk === true}
      told="changed"
      target={
        asked.kind === 'many' ? { ids: asked.ids } : { filters: asked.filters, text: asked.text, total: asked.total }
      }
      comment={comment}
      onClose={() => {
        close();
        onChanged?.();
      }}
    />
  );
}

/** Asks first, then deletes the records in batches. */
function BulkRemoval({
  ids,
  transitions: { entry, close, onChanged },
}: {
  ids: string[];
  transitions: TransitionDialogState;
}) {
  const { t } = useTranslation();
  const [isSure, setSure] = useState(false);
  if (!isSure)
    return <RemoveDialog count={ids.length} busy={false} error={null} onDo={() => setSure(true)} onClose={close} />;
  return (
    <BulkDialog
      entry={entry}
      action="delete"
      label={t('remove.do')}
      looksFirst={false}
      told="deleted"
      target={{ ids }}
      comment=""
      onClose={() => {
        close();
        onChanged?.();
      }}
    />
  );
}
