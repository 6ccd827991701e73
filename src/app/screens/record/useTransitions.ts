/** Holds the requested transition, deletion or restore of one form's records, and the requests that do it. */

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompiledForm, Workflow } from '../../../core/definitions/types.ts';
import type { Filter, FormEntry, RecordView } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { useCommon, useInvalidateRecords, useSession } from '../../data/queries.ts';
import { source } from '../../data/source.ts';
import { text } from '../../data/words.ts';
import { useFailureText } from '../../shell/FailureNote.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import { type ActionState, type Transition, transitionsOf } from './actions.ts';
import { useUndo } from './useUndo.tsx';

export interface SingleTransition {
  kind: 'one';
  transition: Transition;
  record: RecordView;
  form?: CompiledForm | undefined;
}
export type ManyTransitions =
  | { kind: 'many'; transition: Transition; ids: string[] }
  | { kind: 'all'; transition: Transition; filters: Filter[]; text?: string | undefined; total: number };
/** Which of the transitions is meant. */
export interface TransitionChoice {
  kind: 'choose';
  choices: Transition[];
  workflow: Workflow | undefined;
  record: RecordView;
  form: CompiledForm;
}
type Asked =
  | SingleTransition
  | TransitionChoice
  | ManyTransitions
  | { kind: 'remove'; record: RecordView }
  | { kind: 'removeMany'; ids: string[] };

export interface TransitionAnswers {
  comment: string;
  fields: { field: string; comment: string }[];
}

interface Options {
  onRemoved?: () => void;
  onChanged?: () => void;
}

export type TransitionDialogState = ReturnType<typeof useTransitions>;

/** `ask` opens a dialog of `TransitionDialogs`, which the calling component must render. */
export function useTransitions(entry: FormEntry, { onRemoved, onChanged }: Options = {}) {
  const { t } = useTranslation();
  const forget = useInvalidateRecords();
  const failure = useFailureText();
  const undo = useUndo(entry);
  const mayRestore = useSession().data?.may.restore === true;
  const workflow = getOwn(useCommon().data?.workflows, entry.workflow);
  const [asked, ask] = useState<Asked | null>(null);
  const transition = useMutation({
    mutationFn: ({ asked: { transition, record }, answers }: { asked: SingleTransition; answers: TransitionAnswers }) =>
      source.transition(entry.api, {
        action: transition.action,
        ...(answers.comment && { comment: answers.comment }),
        record_id: record.id,
        version: record.version,
        ...(answers.fields.length && { fields: answers.fields }),
      }),
    onSuccess: async ({ message, record: after }, { asked: { transition, record } }) => {
      ask(null);
      await forget();
      const back = after && transitionsOf(workflow, after).find((one) => isBack(one, record));
      const done = back ? [{ id: after.id, version: after.version, back: back.transition.action }] : [];
      undo.steps(message || text(transition.done), done, workflow?.transitions ?? []);
      onChanged?.();
    },
    onError: (error) => toast('error', failure(error), { title: t('stepFailed') }),
  });
  const remove = useMutation({
    mutationFn: (record: RecordView) => source.remove(entry.api, record.id, record.version),
    onSuccess: async (answer, record) => {
      ask(null);
      const message = answer?.message || t('removed');
      if (mayRestore) undo.removal(message, record.id);
      else toast('info', message);
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

/** Returns true if the step leads to the state that the record had before. */
function isBack(
  { transition, state }: { transition: Transition; state: ActionState },
  { current_state }: RecordView,
): boolean {
  return state.allowed && transition.to === current_state.id;
}
