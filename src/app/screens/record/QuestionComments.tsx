/** Input for remarks on single questions of a record that is returned for correction. */
import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { isAnswerable } from '../../../core/form/types/question.ts';
import { number, text } from '../../data/words.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { Icon } from '../../theme/Icon.tsx';

export interface QuestionComment {
  key: number;
  field: string;
  comment: string;
}

interface Props {
  form: CompiledForm;
  remarks: readonly QuestionComment[];
  onChange: (remarks: readonly QuestionComment[]) => void;
}

export function QuestionComments({ form, remarks, onChange }: Props) {
  const { t } = useTranslation();
  const change = (key: number, patch: Partial<QuestionComment>) =>
    onChange(remarks.map((one) => (one.key === key ? { ...one, ...patch } : one)));
  const questions = form.sections.map(({ def, fields }) => ({
    group: text(def.title),
    items: fields
      .filter(isAnswerable)
      .map((node) => ({ value: node.name, label: text(node.def.short ?? node.def.label) })),
  }));
  return (
    <div className="am-above-4 am-stack">
      {remarks.map((remark, index) => (
        <fieldset key={remark.key} className="am-full am-pad-3 am-stack am-box">
          <legend>{t('step.remark', { number: number(index + 1) })}</legend>
          <NativeSelect
            label={t('step.question')}
            value={remark.field}
            onChange={(event) => change(remark.key, { field: event.currentTarget.value })}
            data={[{ value: '', label: t('choose') }, ...questions]}
          />
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
            onClick={() => onChange(remarks.filter((one) => one.key !== remark.key))}
          >
            {t('step.removeRemark')}
          </Button>
        </fieldset>
      ))}
      <ActionButton
        icon="plus"
        variant="outline"
        size="sm"
        onClick={() => onChange([...remarks, { key: (remarks.at(-1)?.key ?? 0) + 1, field: '', comment: '' }])}
      >
        {t('step.addRemark')}
      </ActionButton>
    </div>
  );
}
