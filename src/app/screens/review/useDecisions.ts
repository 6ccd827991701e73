/** Decides on the record that is shown, and takes the last decision back where the workflow has a way. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Workflow } from '../../../core/definitions/types.ts';
import type { FormEntry, RecordView } from '../../../core/generated/api.ts';
import { cleanText } from '../../../core/text/letters.ts';
import { useInvalidateRecords } from '../../data/queries.ts';
import { source } from '../../data/source.ts';
import { type Transition, transitionsOf } from '../record/actions.ts';
import { recordTitle } from '../record/title.ts';

export interface DecisionComments {
  comment: string;
  /** Comments by question. */
  pins: Readonly<Record<string, string>>;
}

interface Decision {
  transition: Transition;
  record: RecordView;
  remarks: DecisionComments;
}

/** What was decided last. */
export interface LastDecision {
  id: string;
  title: string;
  transition: Transition;
  /** Undefined if the user cannot take it back. */
  undo: (() => void) | undefined;
}

interface Options {
  onDecided: () => void;
  onUndone: (id: string) => void;
}

export function useReviewDecisions(entry: FormEntry, workflow: Workflow, { onDecided, onUndone }: Options) {
  const { t } = useTranslation();
  const forget = useInvalidateRecords();
  const [last, setLast] = useState<LastDecision>();
  const send = (record: RecordView, { action }: Transition, { comment, pins }: DecisionComments) => {
    const fields = Object.entries(pins)
      .map(([field, said]) => ({ field, comment: cleanText(said) }))
      .filter(({ comment }) => comment !== '');
    return source.transition(entry.api, {
      action,
      record_id: record.id,
      version: record.version,
      ...(cleanText(comment) && { comment: cleanText(comment) }),
      ...(fields.length > 0 && { fields }),
    });
  };
  const undoing = useMutation({
    mutationFn: ({ record, back }: { record: RecordView; back: Transition }) =>
      send(record, back, { comment: t('review.undone'), pins: {} }),
    onSuccess: async (_, { record }) => {
      setLast(undefined);
      await forget();
      onUndone(record.id);
    },
  });
  const deciding = useMutation({
    mutationFn: ({ record, transition, remarks }: Decision) => send(record, transition, remarks),
    onSuccess: ({ record: after }, { record, transition }) => {
      const back =
        after &&
        transitionsOf(workflow, after).find(
          ({ transition, state }) => state.allowed && transition.to === record.current_state.id,
        )?.transition;
      const undo = after && back && (() => undoing.mutate({ record: after, back }));
      setLast({ id: record.id, title: recordTitle(record), transition, undo });
      onDecided();
      void forget();
    },
    // Somebody else changed the record: show what it is now.
    onError: () => void forget(),
  });
  return { decide: deciding.mutate, isBusy: deciding.isPending || undoing.isPending, deciding, undoing, last };
}
