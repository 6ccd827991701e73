/** Asks others to open a record that was locked before a change of this person arrived. The answers go along. */

import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEntry } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { useCommon } from '../../data/queries.ts';
import { text } from '../../data/words.ts';
import type { Transition } from './actions.ts';
import TransitionDialog from './TransitionDialog.tsx';

interface Props {
  entry: FormEntry;
  /** Name of the record. */
  name: string;
  onAsk: (step: { action: string; comment: string }) => Promise<unknown>;
}

export default function AskToReopen({ entry, name, onAsk }: Props) {
  const workflow = getOwn(useCommon().data?.workflows, entry.workflow);
  const step = workflow?.transitions.find(({ asks }) => asks);
  return step ? <Ask {...{ step, name, onAsk }} /> : null;
}

function Ask({ step, name, onAsk }: Pick<Props, 'name' | 'onAsk'> & { step: Transition }) {
  const [isOpen, setOpen] = useState(false);
  const ask = useMutation({
    mutationFn: (comment: string) => onAsk({ action: step.action, comment }),
    onSuccess: () => setOpen(false),
  });
  return (
    <>
      <Button size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)} data-ask>
        {text(step.label)}
      </Button>
      {isOpen && (
        <TransitionDialog
          transition={step}
          subject={name}
          busy={ask.isPending}
          error={ask.error}
          onDo={({ comment }) => ask.mutate(comment)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
