/**
 * Asks before a transition: shows its name and subject, and takes a comment if the workflow has one. If the comment is
 * required, single questions can get remarks too.
 */
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { cleanText, isBlankText } from '../../../core/text/letters.ts';
import { text } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Dialog, DialogButtons } from '../../widgets/controls/Dialog.tsx';
import type { Transition } from './actions.ts';
import { type QuestionComment, QuestionComments } from './QuestionComments.tsx';
import type { TransitionAnswers } from './useTransitions.ts';

interface Props {
  transition: Transition;
  /** The record's title, or a text such as "12 records". */
  subject: string;
  /** Set for a single record, whose questions can get remarks. */
  form?: CompiledForm | undefined;
  busy: boolean;
  error: unknown;
  onDo: (answers: TransitionAnswers) => void;
  onClose: () => void;
}

export default function TransitionDialog({ transition, subject, form, busy, error, onDo, onClose }: Props) {
  const { t } = useTranslation();
  const [comment, setComment] = useState('');
  const [remarks, setRemarks] = useState<readonly QuestionComment[]>([]);
  const [submitted, setSubmitted] = useState(false);
  const needed = transition.comment === 'required';
  const missing = needed && isBlankText(comment) && remarks.every((remark) => isBlankText(remark.comment));
  const submit = () => {
    setSubmitted(true);
    if (missing) return;
    const fields = remarks
      .filter((remark) => remark.field && !isBlankText(remark.comment))
      .map((remark) => ({ field: remark.field, comment: cleanText(remark.comment) }));
    onDo({ comment: cleanText(comment), fields });
  };
  return (
    <Dialog title={text(transition.label)} size="lg" onClose={onClose}>
      <p className="am-after am-dimmed">
        <bdi>{subject}</bdi>
      </p>
      {error ? <FailureNote error={error} /> : null}
      {transition.comment !== 'none' && (
        <Textarea
          label={t(needed ? 'step.commentNeeded' : 'step.comment')}
          autosize={false}
          rows={3}
          required={needed}
          data-autofocus
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
          error={submitted && missing ? t('step.commentMissing') : undefined}
        />
      )}
      {needed && form && <QuestionComments form={form} remarks={remarks} onChange={setRemarks} />}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button
          loading={busy}
          onClick={submit}
          {...(transition.variant === 'danger' && { color: 'red', variant: 'outline' })}
        >
          {text(transition.label)}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
