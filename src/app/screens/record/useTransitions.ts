/** Holds the requested transition, deletion or restore of one form's records, and the requests that do it. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { Filter, FormEntry, RecordView } from '../../../core/generated/api.ts';
import { useForgetRecords } from '../../data/queries.ts';
import { source } from '../../data/source.ts';
import { text } from '../../data/words.ts';
import { useFailureText } from '../../shell/FailureNote.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import type { Transition } from './actions.ts';

export interface AskedForOne {
  kind: 'one';
  transition: Transition;
  record: RecordView;
  form?: CompiledForm | undefined;
}
export type AskedForMany =
  | { kind: 'many'; transition: Transition; ids: string[] }
  | { kind: 'all'; transition: Transition; filters: Filter[]; text?: string | undefined; total: number };
type Asked = AskedForOne | AskedForMany | { kind: 'remove'; record: RecordView };

export interface TransitionAnswers {
  comment: string;
  fields: { field: string; comment: string }[];
}

interface Options {
  onRemoved?: () => void;
  onChanged?: () => void;
}

export type Transitions = ReturnType<typeof useTransitions>;

/** `ask` opens a dialog of `TransitionDialogs`, which the calling component must render. */
export function useTransitions(entry: FormEntry, { onRemoved, onChanged }: Options = {}) {
  const { t } = useTranslation();
  const forget = useForgetRecords();
  const failure = useFailureText();
  const [asked, ask] = useState<Asked | null>(null);
  const transition = useMutation({
    mutationFn: ({ asked: { transition, record }, answers }: { asked: AskedForOne; answers: TransitionAnswers }) =>
      source.transition(entry.api, {
        action: transition.action,
        ...(answers.comment && { comment: answers.comment }),
        record_id: record.id,
        version: record.version,
        ...(answers.fields.length && { fields: answers.fields }),
      }),
    onSuccess: async ({ message }, { asked: { transition } }) => {
      ask(null);
      await forget();
      toast('success', message || text(transition.done));
      onChanged?.();
    },
    onError: (error) => toast('error', failure(error), { title: t('stepFailed') }),
  });
  const remove = useMutation({
    mutationFn: (record: RecordView) => source.remove(entry.api, record.id, record.version),
    onSuccess: async (answer) => {
      ask(null);
      toast('info', answer?.message || t('removed'));
      onRemoved?.();
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
  const close = () => {
    ask(null);
    transition.reset();
    remove.reset();
  };
  return { entry, asked, ask, close, transition, remove, restore, onChanged };
}
