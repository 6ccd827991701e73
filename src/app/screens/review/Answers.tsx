/** The answers of a record for a reviewer: what changed since the last visit, and a comment pinned by tapping an answer. */

import { Textarea } from '@mantine/core';
import { Fragment, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isHeading, underHeadings } from '../../../core/definitions/sections.ts';
import type { CompiledForm, FieldNode } from '../../../core/definitions/types.ts';
import { levelsAt } from '../../../core/form/answersInWords.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import { isAnswerable } from '../../../core/form/types/question.ts';
import type { FormEntry, RecordView, Refs, ReviewResponse } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/getOwn.ts';
import { useSectionComponent } from '../../shell/features.ts';
import { Icon } from '../../theme/Icon.tsx';
import { FieldDisplay } from '../../widgets/FieldDisplay.tsx';
import { ReadAnswersProvider, TextWithAnswers } from '../../widgets/WithAnswers.tsx';
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
  const read = useMemo(
    () => ({ definition: form.definition, levels: levelsAt(form, record.data), refs }),
    [form, record.data, refs],
  );
  const drawn = form.sections.map((section) => {
    const shown = section.fields.filter((node) => (isAnswerable(node) || isHeading(node)) && !hidden.has(node.name));
    if (!shown.some(isAnswerable)) return null;
    const Component = componentOf(section)?.Display;
    return (
      <section key={section.id} className={`am-surface ${classes.section}`}>
        <h2>
          <TextWithAnswers of={section.def.title} />
        </h2>
        {Component ? (
          <Component waiting={<div aria-busy="true" />} {...{ form, section, record, refs }} />
        ) : (
          underHeadings(shown).map(({ heading, fields }) => (
            <Fragment key={fields[0].name}>
              {heading && (
                <h3>
                  <TextWithAnswers of={heading.def.label} />
                </h3>
              )}
              {fields.map((node) => (
                <Answer key={node.name} {...{ form, node, record, refs, compared, pins, onPin }} />
              ))}
            </Fragment>
          ))
        )}
      </section>
    );
  });
  return <ReadAnswersProvider value={read}>{drawn}</ReadAnswersProvider>;
}

function Answer({ form, node, record, refs, compared, pins, onPin }: Omit<Props, 'entry'> & { node: FieldNode }) {
  const { t } = useTranslation();
  const { name, type, def } = node;
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
        <TextWithAnswers of={def.short ?? def.label} /> <Icon name="message" size={16} />
        {isFlagged && <Icon name="alert-triangle" size={16} label={t('review.flagged')} />}
      </button>
      <div>
        {FIELD_TYPES[type].isEmpty(node, record.data) ? (
          <span className="am-none">{t('review.blank')}</span>
        ) : (
          <FieldDisplay node={node} data={record.data} refs={refs} />
        )}
        {compared?.changed.includes(name) && <Before {...{ form, node, compared }} />}
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
function Before({ form, node, compared }: Pick<Props, 'form'> & { node: FieldNode; compared: ReviewResponse }) {
  const { t } = useTranslation();
  const { before: data, refs } = compared;
  const read = useMemo(() => ({ definition: form.definition, levels: levelsAt(form, data), refs }), [form, data, refs]);
  return (
    <div className={classes.before} data-changed>
      <span>{t('review.before')}</span>{' '}
      {FIELD_TYPES[node.type].isEmpty(node, data) ? (
        <span className="am-none">{t('review.blank')}</span>
      ) : (
        <ReadAnswersProvider value={read}>
          <FieldDisplay {...{ node, data, refs }} />
        </ReadAnswersProvider>
      )}
    </div>
  );
}
