/** Runs workflow steps, removal and restoring: asks first, tells the server, refreshes what is shown, says it was done. */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { onDemand } from '../../data/onDemand.tsx';
import { useForgetRecords } from '../../data/queries.ts';
import { useSource } from '../../data/source.ts';
import type { Filter, FormEntry, RecordView, TransitionResponse } from '../../data/types.ts';
import { number, text } from '../../data/words.ts';
import { useFailureText } from '../../shell/FailureNote.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import type { Transition } from './actions.ts';
import { recordTitle } from './title.ts';

const StepDialog = onDemand(() => import('./StepDialog.tsx'));
const BulkDialog = onDemand(() => import('./BulkDialog.tsx'));
const RemoveDialog = onDemand(() => import('./RemoveDialog.tsx'));

type Target =
  | { kind: 'one'; step: Transition; record: RecordView; form?: CompiledForm | undefined }
  | { kind: 'many'; step: Transition; ids: string[] }
  | { kind: 'all'; step: Transition; filters: Filter[]; text?: string | undefined; total: number }
  | { kind: 'remove'; record: RecordView };

export interface Steps {
  ask(target: Target): void;
  /** Brings a deleted record back at once: nothing is lost by it. */
  restore(record: RecordView): void;
  /** Id of the record that is being brought back. */
  restoring: string | undefined;
  dialog: ReactNode;
}

export function useSteps(entry: FormEntry, options: { onRemoved?: () => void; onChanged?: () => void } = {}): Steps {
  const { t } = useTranslation();
  const source = useSource();
  const forget = useForgetRecords();
  const failure = useFailureText();
  const [target, setTarget] = useState<Target | null>(null);
  /** Comment of a step for many, once it was confirmed: then it runs. */
  const [said, setSaid] = useState<string | null>(null);
  const close = () => {
    setTarget(null);
    setSaid(null);
    step.reset();
    remove.reset();
  };
  const step = useMutation({
    mutationFn: ({
      comment,
      fields,
    }: {
      comment: string;
      fields: { field: string; comment: string }[];
    }): Promise<TransitionResponse> => {
      if (!target || target.kind === 'remove') throw new Error('no step was asked for');
      if (target.kind !== 'one') throw new Error('many are changed in batches');
      return source.transition(entry.api, {
        action: target.step.action,
        ...(comment && { comment }),
        record_id: target.record.id,
        version: target.record.version,
        ...(fields.length && { fields }),
      });
    },
    onSuccess: async (answer) => {
      const done = target && target.kind !== 'remove' ? text(target.step.done) : '';
      setTarget(null);
      await forget();
      toast('success', answer.message || done);
      options.onChanged?.();
    },
    onError: (error) => toast('error', failure(error), { title: t('stepFailed') }),
  });
  const remove = useMutation({
    mutationFn: (record: RecordView) => source.remove(entry.api, record.id, record.version),
    onSuccess: async (answer) => {
      setTarget(null);
      toast('info', answer?.message || t('removed'));
      options.onRemoved?.();
      await forget();
    },
  });

  const restore = useMutation({
    mutationFn: (record: RecordView) => source.restore(entry.api, record.id),
    onSuccess: async (answer) => {
      toast('success', answer?.message || t('detail.restored'));
      await forget();
    },
    onError: (error) => toast('error', failure(error)),
  });

  let dialog: ReactNode = null;
  if (target?.kind === 'remove') {
    const { record } = target;
    dialog = (
      <RemoveDialog
        name={recordTitle(record)}
        busy={remove.isPending}
        error={remove.error}
        onDo={() => remove.mutate(record)}
        onClose={close}
      />
    );
  } else if (target && target.kind !== 'one' && said !== null) {
    const records =
      target.kind === 'many'
        ? { ids: target.ids }
        : { filters: target.filters, text: target.text, total: target.total };
    dialog = (
      <BulkDialog
        entry={entry}
        step={target.step}
        target={records}
        comment={said}
        onClose={() => {
          close();
          options.onChanged?.();
        }}
      />
    );
  } else if (target) {
    const subject =
      target.kind === 'one'
        ? recordTitle(target.record)
        : t('step.records', { shown: number(target.kind === 'many' ? target.ids.length : target.total) });
    dialog = (
      <StepDialog
        step={target.step}
        subject={subject}
        form={target.kind === 'one' ? target.form : undefined}
        busy={step.isPending}
        error={step.error}
        onDo={(answer) => (target.kind === 'one' ? step.mutate(answer) : setSaid(answer.comment))}
        onClose={close}
      />
    );
  }
  return {
    ask: setTarget,
    restore: restore.mutate,
    restoring: restore.isPending ? restore.variables.id : undefined,
    dialog,
  };
}
