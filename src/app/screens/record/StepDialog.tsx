/**
 * The question before a workflow step: its name, what it is done to, a comment when the workflow asks for one, and for a
 * step that needs a comment also remarks on single questions.
 */
import { Button, Group, NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { isAsked } from '../../../core/form/types/question.ts';
import { number, text } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { Dialog } from '../../widgets/controls/Dialog.tsx';
import type { Transition } from './actions.ts';
import classes from './StepDialog.module.css';

export interface StepAnswer {
  comment: string;
  fields: { field: string; comment: string }[];
}

interface Props {
  step: Transition;
  /** What it is done to: a code and name, or "12 records". */
  subject: string;
  /** Given when remarks on questions make sense: one record. */
  form?: CompiledForm | undefined;
  busy: boolean;
  error: unknown;
  onDo: (answer: StepAnswer) => void;
  onClose: () => void;
}

export default function StepDialog({ step, subject, form, busy, error, onDo, onClose }: Props) {
  const { t } = useTranslation();
  const [comment, setComment] = useState('');
  const [remarks, setRemarks] = useState<{ key: number; field: string; comment: string }[]>([]);
  const [asked, setAsked] = useState(false);
  const needed = step.comment === 'required';
  const missing = needed && !comment.trim() && !remarks.some((r) => r.comment.trim());
  const change = (key: number, patch: { field?: string; comment?: string }) =>
    setRemarks((all) => all.map((r) => (r.key === key ? { ...r, ...patch } : r)));
  const submit = () => {
    setAsked(true);
    if (missing) return;
    const fields = remarks
      .filter((r) => r.field && r.comment.trim())
      .map(({ field, comment: c }) => ({ field, comment: c.trim() }));
    onDo({ comment: comment.trim() || fields.map((f) => f.comment).join('\n'), fields });
  };
  return (
    <Dialog title={text(step.label)} size="lg" onClose={onClose}>
      <p className={classes.subject}>
        <bdi>{subject}</bdi>
      </p>
      {error ? <FailureNote error={error} /> : null}
      {step.comment !== 'none' && (
        <Textarea
          label={t(needed ? 'step.commentNeeded' : 'step.comment')}
          autosize={false}
          rows={3}
          required={needed}
          data-autofocus
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
          error={asked && missing ? t('step.commentMissing') : undefined}
        />
      )}
      {needed && form && (
        <div className={classes.remarks}>
          {remarks.map((remark, index) => (
            <fieldset key={remark.key} className={classes.remark}>
              <legend>{t('step.remark', { number: number(index + 1) })}</legend>
              <NativeSelect
                label={t('step.question')}
                value={remark.field}
                onChange={(event) => change(remark.key, { field: event.currentTarget.value })}
              >
                <option value="">{t('choose')}</option>
                {form.sections.map((section) => (
                  <optgroup key={section.id} label={text(section.def.title)}>
                    {section.fields.filter(isAsked).map((node) => (
                      <option key={node.name} value={node.name}>
                        {text(node.def.short ?? node.def.label)}
                      </option>
                    ))}
                  </optgroup>
                ))}
              </NativeSelect>
              <Textarea
                label={t('step.whatToCorrect')}
                rows={2}
                value={remark.comment}
                onChange={(event) => change(remark.key, { comment: event.currentTarget.value })}
              />
              <Button
                variant="subtle"
                size="xs"
                color="red"
                leftSection={<Icon name="x" size={14} />}
                onClick={() => setRemarks((all) => all.filter((r) => r.key !== remark.key))}
              >
                {t('step.removeRemark')}
              </Button>
            </fieldset>
          ))}
          <Button
            variant="outline"
            size="sm"
            leftSection={<Icon name="plus" size={16} />}
            onClick={() => setRemarks((all) => [...all, { key: (all.at(-1)?.key ?? 0) + 1, field: '', comment: '' }])}
          >
            {t('step.addRemark')}
          </Button>
        </div>
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button loading={busy} onClick={submit} {...(step.variant === 'danger' && { color: 'red' })}>
          {text(step.label)}
        </Button>
      </Group>
    </Dialog>
  );
}
