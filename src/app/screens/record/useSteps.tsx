/** Runs workflow steps, removal and restoring: asks first, tells the server, refreshes what is shown, says it was done. */
import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { useForgetRecords } from '../../data/queries.ts';
import { useSource } from '../../data/source.ts';
import type { Filter, FormEntry, RecordView, TransitionAnswer } from '../../data/types.ts';
import { isolate, number, text } from '../../data/words.ts';
import { Dialog } from '../../shell/Dialog.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { toast } from '../../shell/toast.tsx';
import type { Transition } from './actions.ts';
import { StepDialog } from './StepDialog.tsx';
import { recordTitle } from './title.ts';

type Target =
  | { kind: 'one'; step: Transition; record: RecordView; form?: CompiledForm | undefined }
  | { kind: 'many'; step: Transition; ids: string[] }
  | { kind: 'all'; step: Transition; filters: Filter[]; text?: string | undefined; total: number }
  | { kind: 'remove'; record: RecordView };

export interface Steps {
  ask(target: Target): void;
  dialog: ReactNode;
}

export function useSteps(entry: FormEntry, options: { onRemoved?: () => void; onChanged?: () => void } = {}): Steps {
  const { t } = useTranslation();
  const source = useSource();
  const forget = useForgetRecords();
  const [target, setTarget] = useState<Target | null>(null);
  const close = () => {
    setTarget(null);
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
    }): Promise<TransitionAnswer> => {
      if (!target || target.kind === 'remove') throw new Error('no step was asked for');
      const said = { action: target.step.action, ...(comment && { comment }) };
      if (target.kind === 'all') {
        return source.transitionAll(entry.api, {
          ...said,
          filters: target.filters,
          ...(target.text && { text: target.text }),
        });
      }
      if (target.kind === 'many') return source.transition(entry.api, { ...said, record_id: target.ids });
      return source.transition(entry.api, {
        ...said,
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
      const refused = answer.refused ?? [];
      if (refused.length)
        toast('error', t('step.refused', { shown: number(refused.length), why: refused[0]?.message ?? '' }));
      options.onChanged?.();
    },
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

  let dialog: ReactNode = null;
  if (target?.kind === 'remove') {
    dialog = (
      <Dialog title={t('remove.title')} onClose={close}>
        <p style={{ marginBlockStart: 0 }}>{t('remove.question', { name: isolate(recordTitle(target.record)) })}</p>
        {remove.error && <FailureNote error={remove.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t('cancel')}
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate(target.record)}>
            {t('remove.do')}
          </Button>
        </Group>
      </Dialog>
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
        onDo={(answer) => step.mutate(answer)}
        onClose={close}
      />
    );
  }
  return { ask: setTarget, dialog };
}
