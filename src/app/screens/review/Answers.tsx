/** The answers of a record for a reviewer: what changed since the last visit, and a comment pinned by tapping an answer. */

import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CompiledForm, FieldNode } from '../../../core/definitions/types.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import { isAsked } from '../../../core/form/types/question.ts';
import type { FormEntry, RecordView, Refs, ReviewResponse } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/getOwn.ts';
import { text } from '../../data/words.ts';
import { useSectionComponent } from '../../shell/features.ts';
import { Icon } from '../../theme/Icon.tsx';
import { FieldDisplay } from '../../widgets/FieldDisplay.tsx';
import { useHidden } from '../record/useHidden.ts';
import classes from './Review.module.css';

interface Props {
  entry: FormEntry;
  form: CompiledForm;
  record: RecordView;
  refs: Refs;
  compared: ReviewResponse | undefined;
  pins: Readonly<Record<string, string>>;
  /** Undefined removes the comment. */
  onPin: (field: string, comment: string | undefined) => void;
}

export function Answers({ entry, form, record, refs, compared, pins, onPin }: Props) {
  const componentOf = useSectionComponent();
  const hidden = useHidden(entry, form, record);
  return form.sections.map((section) => {
    const fields = section.fields.filter((node) => isAsked(node) && !hidden.has(node.name));
    if (fields.length === 0) return null;
    const Component = componentOf(section)?.Display;
    return (
      <section key={section.id} className={`am-surface ${classes.section}`}>
        <h2>{text(section.def.title)}</h2>
        {Component ? (
          <Component waiting={<div aria-busy="true" />} {...{ form, section, record, refs }} />
        ) : (
          fields.map((node) => <Answer key={node.name} {...{ node, record, refs, compared, pins, onPin }} />)
        )}
      </section>
    );
  });
}

function Answer({ node, record, refs, compared, pins, onPin }: Omit<Props, 'entry' | 'form'> & { node: FieldNode }) {
  const { t } = useTranslation();
  const { name, type, def } = node;
  const label = text(def.short ?? def.label);
  const pin = getOwn(pins, name);
  const isPinned = pin !== undefined;
  const isFlagged = compared?.flags.some(({ fields }) => fields.includes(name)) === true;
  return (
    <div className={classes.answer} data-field={name} data-wide={FIELD_TYPES[type].isWide}>
      <button
        type="button"
        className={classes.question}
        aria-expanded={isPinned}
        title={t('review.pin')}
        onClick={() => onPin(name, isPinned && pin === '' ? undefined : (pin ?? ''))}
      >
        {label} <Icon name="message" size={16} />
        {isFlagged && <Icon name="alert-triangle" size={16} label={t('review.flagged')} />}
      </button>
      <div>
        {FIELD_TYPES[type].isEmpty(node, record.data) ? (
          <span className="am-none">{t('review.blank')}</span>
        ) : (
          <FieldDisplay node={node} data={record.data} refs={refs} />
        )}
        {compared?.changed.includes(name) && <Before node={node} compared={compared} />}
      </div>
      {isPinned && (
        <Textarea
          className={classes.pin}
          label={t('step.whatToCorrect')}
          rows={2}
          autoFocus
          value={pin}
          onChange={(event) => onPin(name, event.currentTarget.value)}
        />
      )}
    </div>
  );
}

/** The answer of the last visit, where it was another one. */
function Before({ node, compared }: { node: FieldNode; compared: ReviewResponse }) {
  const { t } = useTranslation();
  return (
    <div className={classes.before} data-changed>
      <span>{t('review.before')}</span>{' '}
      {FIELD_TYPES[node.type].isEmpty(node, compared.before) ? (
        <span className="am-none">{t('review.blank')}</span>
      ) : (
        <FieldDisplay node={node} data={compared.before} refs={compared.refs} />
      )}
    </div>
  );
}
